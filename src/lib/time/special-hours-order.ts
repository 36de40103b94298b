import { compareText } from '../text/text-order.ts';

/** Special hours of some days, of certain people or, without any, of everybody. */
interface SpecialHours {
  /** `2026-11-26`, both inclusive. */
  from: string;
  to: string;
  staff: readonly string[];
}

/**
 * Orders special hours so that the last of those that have a day applies on it: the entry with the later first day applies, then
 * the one with fewer days, then that of certain people.
 */
export const byPrecedence = (a: SpecialHours, b: SpecialHours): number =>
  compareText(a.from, b.from) || compareText(b.to, a.to) || Math.sign(a.staff.length) - Math.sign(b.staff.length);
