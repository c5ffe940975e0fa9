/** How many steps can be undone; the core keeps as many edits. */
const stepsMax = 100;

/**
 * @typedef {{ engine: Engine, edit: number, at: number, redone?: EditStep | undefined }} EditStep An edit of
 *   the core; `at` is its place in the order in which things were done, and `redone` what it was before
 *   it was redone.
 * @typedef {{ undo: () => unknown, at: number }} OutsideStep A change made outside the core.
 */

/**
 * What can be undone, in the order in which it was done: the core's edits, and changes made outside
 * the core. The core is told which of its edits to undo, so there is no second order to agree with.
 */
export class EditHistory {
  /** @type {(EditStep | OutsideStep)[]} */
  #done = [];
  /** @type {EditStep[]} Edits that were undone, while the server may still refuse that. */
  #undone = [];
  #count = 0;

  /** @returns {EditStep | OutsideStep | undefined} What was done last. */
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

  /** @param {Engine} engine @param {number} edit What was just done, or redone. */
  addEdit(engine, edit) {
    const redone = this.#undone.find(isEdit(engine, edit));
    this.#undone = this.#undone.filter((other) => other !== redone);
    this.#putIn({ engine, edit, at: this.#next, redone });
  }

  /** @param {() => unknown} undo Takes back what was just done outside the core. */
  addOutside(undo) {
    const step = { undo, at: this.#next };
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

  /** @param {EditStep} step One that was taken, and that the core has undone. */
  noteUndone(step) {
    this.#undone = [...this.#undone, step].slice(-stepsMax);
  }

  /**
   * Puts a step that was taken back to its place: it couldn't be undone.
   *
   * @param {EditStep | OutsideStep} step
   */
  putBack(step) {
    if ('engine' in step) this.#undone = this.#undone.filter((other) => other !== step);
    this.#putIn(step);
  }

  /**
   * The server refused something, and the core has taken it back.
   *
   * @param {Engine} engine @param {Edit} refused An edit, or the undo or redo of one.
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
