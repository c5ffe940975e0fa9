/**
 * Waits for the next frame; a hidden page has none, so a tenth of a second will do there.
 *
 * @returns {Promise<void>}
 */
export function nextFrame() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Makes a function that runs at most once a frame however often it is asked to.
 *
 * @param {() => void} run @returns {() => void}
 */
export function oncePerFrame(run) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    void nextFrame().then(() => {
      asked = false;
      run();
    });
  };
}
