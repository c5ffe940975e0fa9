import { deviceStorage } from '../../dom/device-storage.js';
import { element, textScale } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { listStopsPx, nextStage, stages } from '../../layout/sheet-stages.js';
import { rememberTallMonth, wasMonthTall } from '../../state/tall-month.js';

/** @typedef {import('../../layout/sheet-stages.js').Stage} Stage */

/** @param {Stage} stage */
function stageText(stage) {
  if (stage === 'month') return t('dayListMonth');
  return stage === 'half' ? t('dayListHalf') : t('dayListWhole');
}

/**
 * How high the list of a day stands below a phone's month. A press or a key on its handle changes
 * that; a finger can pull it once `ListPull` is loaded.
 */
export class DayStages {
  /**
   * Below the whole of a list, which has an address, the device remembers the stage.
   *
   * @type {Stage}
   */
  stage = wasMonthTall(deviceStorage()) ? 'month' : 'half';
  handle = element('button', {
    type: 'button',
    class: 'day-handle',
    role: 'slider',
    'aria-orientation': 'vertical',
    'aria-valuemin': 0,
    'aria-valuemax': stages.length - 1,
    'aria-label': t('dayList'),
    onclick: () => this.#step(this.stage === 'list' ? -1 : 1),
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#typed(event),
  });
  /** @type {Record<Stage, number>} */
  stopsPx = { month: 0, half: 0, list: 0 };
  /** Ends a pull or a glide under way. */
  stop = () => {};
  #host;
  #settled;

  /** @param {HTMLElement} host @param {(stage: Stage) => void} settled */
  constructor(host, settled) {
    this.#host = host;
    this.#settled = settled;
  }

  /** Whether the list lies below the month at all, instead of beside it. */
  get isPhone() {
    return matchMedia('(max-width: 37.49rem)').matches;
  }

  /**
   * Moves the list to a stage without a transition.
   *
   * @param {Stage} stage
   */
  put(stage) {
    this.stop();
    this.stage = stage;
    if (this.isPhone) rememberTallMonth(stage === 'month', deviceStorage());
    this.#host.dataset['stage'] = stage;
    this.handle.setAttribute('aria-valuenow', String(stages.indexOf(stage)));
    this.handle.setAttribute('aria-valuetext', stageText(stage));
    this.measure();
    const listPx = this.stopsPx[stage === 'month' ? 'half' : stage];
    if (this.isPhone && listPx) this.#host.style.setProperty('--list', `${listPx}px`);
    else this.#host.style.removeProperty('--list');
  }

  /** Reads the height of the strip, unless another view is shown. */
  measure() {
    const strip = this.#host.parentElement?.querySelector('.strip');
    if (strip) this.stopsPx = listStopsPx(strip.clientHeight, textScale());
  }

  /** @param {Stage} stage Where the list was moved to. */
  settle(stage) {
    this.put(stage);
    this.#settled(stage);
  }

  /** @param {number} steps Upwards. */
  #step(steps) {
    this.settle(nextStage(this.stage, steps));
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const steps = { ArrowUp: 1, ArrowDown: -1, Home: -2, End: 2 }[event.key];
    if (!steps) return;
    event.preventDefault();
    event.stopPropagation();
    this.#step(steps);
  }

  /** How much of the month the list covers beyond its handle. */
  get coveredPx() {
    return this.isPhone ? this.stopsPx[this.stage] - this.stopsPx.month : 0;
  }
}
