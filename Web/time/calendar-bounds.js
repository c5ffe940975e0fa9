// The first and the last day that every view scrolls to.

export const firstDate = '1900-01-01';
export const lastDate = '2200-12-31';
