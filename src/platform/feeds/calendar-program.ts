import type { CalendarProgram } from '../../contract/index.ts';

/** Parts of `User-Agent`, the most specific first: Thunderbird and Outlook also claim to be browsers. */
const PROGRAMS: readonly (readonly [CalendarProgram, RegExp])[] = [
  ['google', /google/i],
  ['thunderbird', /thunderbird/i],
  ['outlook', /outlook|microsoft|exchange|owa\b/i],
  ['apple', /dataaccessd|calendaragent|remindd|\bios\/|mac(_| )?os(_| )?x\/|macos\/|ical\//i],
  ['browser', /^mozilla\//i],
];

/** Returns the kind of program that sends a `User-Agent`. Nothing else of the header is kept. */
export function calendarProgram(userAgent: string | null): CalendarProgram {
  const text = (userAgent ?? '').slice(0, 500);
  return PROGRAMS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}
