import { addDays } from '../../../../lib/time/add-days.ts';

/**
 * Returns the date that is so many days after Easter Sunday of a year of the Gregorian calendar: Gauss's formula without exceptions, by
 * H. Lichtenberg, Historia Mathematica 24 (1997), 441-444.
 */
export function easter(year: number, days: number): string {
  const century = Math.floor(year / 100);
  const sun = Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const moon = (19 * cycle + 15 + sun - Math.floor((8 * century + 13) / 25)) % 30;
  // Both are days of March.
  const fullMoon = 21 + moon - Math.floor((moon + Math.floor(cycle / 11)) / 29);
  const sunday = 7 - ((year + Math.floor(year / 4) + 2 - sun) % 7);
  return addDays(`${year}-03-01`, fullMoon + 6 - ((fullMoon - sunday) % 7) + days);
}
