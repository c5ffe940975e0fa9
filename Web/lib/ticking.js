import { clock } from './clock.js';

const minuteMs = 60_000;

/**
 * Runs every minute, right after midnight, and when the page is looked at again.
 *
 * @param {() => void} tick @param {AbortSignal} signal
 */
export function keepTime(tick, signal) {
  const minutes = setInterval(tick, minuteMs);
  let midnight = 0;
  const wait = () => {
    midnight = setTimeout(() => {
      tick();
      wait();
    }, clock.untilMidnightMs() + 50);
  };
  wait();
  document.addEventListener('visibilitychange', tick, { signal });
  signal.addEventListener('abort', () => {
    clearInterval(minutes);
    clearTimeout(midnight);
  });
}
