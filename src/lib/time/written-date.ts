const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-./])\s?(\d{1,2})\2\s?(\d{4})$/;
/** Countries that write the month before the day, except with full stops: those that follow the United States. */
const MONTH_FIRST: readonly (string | undefined)[] = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'PW', 'MH', 'PH'];

/**
 * Returns a date as people write it in figures, in ISO 8601: `12.03.1980` and `1980-3-12` are `1980-03-12`.
 * @param country ISO 3166 code, which decides whether `3/12/1980` is in March.
 * @returns undefined if it is none.
 */
export function readWrittenDate(text: string, country: string | undefined): string | undefined {
  const trimmed = text.trim();
  const first = YEAR_FIRST.exec(trimmed);
  if (first) return isoDate(first[1], first[3], first[4]);
  const [, one, separator, two, year] = YEAR_LAST.exec(trimmed) ?? [];
  const isMonthFirst = separator !== '.' && MONTH_FIRST.includes(country);
  return isMonthFirst ? isoDate(year, one, two) : isoDate(year, two, one);
}

function isoDate(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${date}T00:00:00Z`);
  // A day such as 30 February would be one of March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) ? date : undefined;
}
