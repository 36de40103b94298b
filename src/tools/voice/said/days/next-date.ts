/**
 * Returns the next date that comes once a year, today included.
 * @param inYear returns it in a year
 * @param today ISO 8601
 * @param year the year that was said with it: the date is in that one, also if it is over
 */
export function nextDate(inYear: (year: number) => string, today: string, year?: number): string {
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined) return inYear(year);
  const date = inYear(thisYear);
  return date < today ? inYear(thisYear + 1) : date;
}
