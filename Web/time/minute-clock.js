import { clock } from './clock.js';

/** How often to check whether the page was asleep. */
const lookMs = 10_000;
/**
 * Browsers run the timers of a hidden page once a minute, so a longer gap means that it was asleep.
 */
const asleepSeconds = 90;

/**
 * Runs at the start of each minute, midnight included, and when the page is hidden or shown.
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
