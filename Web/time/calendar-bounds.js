// The days that the calendar scrolls over, in every view.

export const firstDate = '1900-01-01';
export const lastDate = '2200-12-31';
