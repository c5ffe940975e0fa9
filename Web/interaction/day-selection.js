/** The selected days: where the selection started, and where it ends, which has the focus. */
export class Selection {
  anchor = '';
  active = '';

  /** @param {string} anchor @param {string} [active] */
  set(anchor, active = anchor) {
    this.anchor = anchor;
    this.active = active;
  }

  get range() {
    const [first = '', last = ''] = [this.anchor, this.active].sort();
    return { first, last };
  }

  /** @param {string} date @returns {'selected' | 'range' | ''} */
  of(date) {
    const { first, last } = this.range;
    if (date < first || date > last) return '';
    return first === last ? 'selected' : 'range';
  }
}
