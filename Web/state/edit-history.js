/** How many steps can be undone; the core keeps as many edits. */
const stepsMax = 100;

/**
 * @typedef {{ engine: Engine, edit: number, at: number, redone?: EditStep | undefined }} EditStep
 *   An edit of the core. `at` is its place in the order of all steps, and `redone` is the step that
 *   it redoes.
 * @typedef {{ undo: () => unknown, waits: boolean, at: number }} OutsideStep A change made outside the
 *   core's history; `waits` says that undoing it can wait for the server.
 */

/**
 * The steps that can be undone, in the order in which they were made: the core's edits, and changes
 * made outside the core. The core is told which of its edits to undo, so it needn't have the same
 * order.
 */
export class EditHistory {
  /** @type {(EditStep | OutsideStep)[]} */
  #done = [];
  /** @type {EditStep[]} Edits that were undone, while the server may still refuse the undoing. */
  #undone = [];
  #count = 0;

  /** @returns {EditStep | OutsideStep | undefined} The last step. */
  get last() {
    return this.#done.at(-1);
  }

  /**
   * @param {Engine} engine @param {number} edit
   * @returns {EditStep | undefined} The edit, if it can be undone.
   */
  edit(engine, edit) {
    return this.#done.find(isEdit(engine, edit));
  }

  /** @param {Engine} engine @param {number} edit The edit that was just made or redone. */
  addEdit(engine, edit) {
    const redone = this.#undone.find(isEdit(engine, edit));
    this.#undone = this.#undone.filter((other) => other !== redone);
    this.#putIn({ engine, edit, at: this.#next, redone });
  }

  /** @param {() => unknown} undo Takes back the change that was just made. @param {boolean} waits */
  addOutside(undo, waits) {
    const step = { undo, waits, at: this.#next };
    this.#putIn(step);
    return step;
  }

  get #next() {
    this.#count += 1;
    return this.#count;
  }

  /** @param {EditStep | OutsideStep} step @returns {boolean} Whether it was there. */
  take(step) {
    const place = this.#done.indexOf(step);
    if (place < 0) return false;
    this.#done.splice(place, 1);
    return true;
  }

  /** @param {EditStep} step A step that was taken, and that the core has undone. */
  noteUndone(step) {
    this.#undone = [...this.#undone, step].slice(-stepsMax);
  }

  /**
   * Puts a step back in its place because it couldn't be undone.
   *
   * @param {EditStep | OutsideStep} step
   */
  putBack(step) {
    if ('engine' in step) this.#undone = this.#undone.filter((other) => other !== step);
    this.#putIn(step);
  }

  /**
   * Notes that the server refused an edit, which the core has taken back.
   *
   * @param {Engine} engine @param {{ edit: number, kind: string }} refused An edit, or the undo or redo of one.
   */
  refused(engine, { edit, kind }) {
    const isIt = isEdit(engine, edit);
    if (kind === 'undone') {
      const step = this.#undone.find(isIt);
      if (step) this.putBack(step);
    } else {
      const step = this.#done.find(isIt);
      if (step) this.take(step);
      if (step?.redone) this.noteUndone(step.redone);
    }
  }

  /** @param {EditStep | OutsideStep} step */
  #putIn(step) {
    const place = this.#done.filter(({ at }) => at < step.at).length;
    this.#done.splice(place, 0, step);
    this.#done.splice(0, this.#done.length - stepsMax);
  }
}

/**
 * @param {Engine} engine @param {number} edit
 * @returns {(step: EditStep | OutsideStep) => step is EditStep}
 */
const isEdit = (engine, edit) => /** @returns {step is EditStep} */ (step) =>
  'engine' in step && step.engine === engine && step.edit === edit;
