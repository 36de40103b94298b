/** The time of the browser, for the line that marks it in an agenda. Tests and pictures pass a clock of their own. */
export type Now = () => number;

export const browserNow: Now = () => Date.now();
