import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { calendarProblem } from '../../../src/lib/icalendar/calendar-problem.ts';
import type { CalendarError } from '../../../src/platform/calendars/read.ts';

/** Every reason; the compiler refuses a missing one. */
const REASONS: Record<Exclude<CalendarError, `http_${number}`>, true> = {
  address_refused: true,
  certificate: true,
  connection_lost: true,
  connection_refused: true,
  internal_error: true,
  invalid_response: true,
  malformed: true,
  name_not_found: true,
  not_a_calendar: true,
  recurrence_not_understood: true,
  redirects: true,
  time_not_understood: true,
  timeout: true,
  too_large: true,
  truncated: true,
};

it('the page on private calendars has every reason in the words of the program', () => {
  const page = readFileSync(new URL('../../../docs/staff-calendars.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('| reason | in words |');
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const reason of [...Object.keys(REASONS), 'http_404', 'http_500']) {
    const row = rows.find(([, codes = '']) => codes.includes(`\`${reason}\``));
    expect(row?.[2], reason).toBe(calendarProblem(reason).message);
  }
});

it('a status of HTTP that ends by itself is waited for, and another one needs the address again', () => {
  for (const reason of ['http_429', 'http_503']) expect(calendarProblem(reason).advice).toMatch(/^It is read again/);
  for (const reason of ['http_401', 'http_410']) expect(calendarProblem(reason).advice).toMatch(/^Copy the address/);
});
