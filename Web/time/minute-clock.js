import { clock } from './clock.js';

/** Between two looks whether time has passed unseen. */
const lookMs = 10_000;
/**
 * A page behind others looks once a minute; one that did not look for longer than this was asleep.
 */
const asleepSeconds = 90;

/**
 * Runs as each minute begins, midnight among them, and when the page is looked at again.
 *
 * @param {() => void} tick @param {AbortSignal} signal
 */
export function everyMinute(tick, signal) {
  let timer = 0;
  const wait = () => {
    timer = setTimeout(() => {
      tick();
      wait();
    }, clock.untilMinuteMs() + 50);
  };
  wait();
  document.addEventListener('visibilitychange', tick, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/**
 * Runs after the page, or the whole device, was asleep.
 *
 * @param {() => void} run @param {AbortSignal} signal
 */
export function afterSleep(run, signal) {
  let seen = clock.nowSeconds();
  const look = () => {
    const now = clock.nowSeconds();
    const wasAsleep = now - seen > asleepSeconds;
    seen = now;
    if (wasAsleep) run();
  };
  const timer = setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
