import { describe, expect, it } from 'vitest';
import { calendarAddressProblem, calendarUrl } from '../../../src/platform/rules/calendar-address.ts';

describe('the address of a private calendar in a business file', () => {
  it.each([
    'https://calendar.google.com/calendar/ical/a%40example.com/private-7f3a9c/basic.ics',
    'https://outlook.office365.com/owa/calendar/7f3a9c@example.com/9c7f3a/calendar.ics',
    'webcal://p12-caldav.icloud.com/published/2/7f3a9c',
    ' WEBCAL://example.com/x.ics ',
    'http://127.0.0.1:8080/x.ics',
  ])('can be %s', (address) => {
    expect(calendarAddressProblem(address, true)).toBeUndefined();
  });

  it.each([
    ['my calendar', /must be an address such as https:/],
    ['http://calendar.example.com/7f3a9c.ics', /must begin with https:/],
    ['ftp://calendar.example.com/7f3a9c.ics', /must begin with https:/],
    ['https://ann:7f3a9c@calendar.example.com/x.ics', /must not contain a user name or password/],
    ['https://10.0.0.1/7f3a9c.ics', /must not point into a private network/],
    ['webcal://printer.local/7f3a9c.ics', /must not point into a private network/],
    ['https://calendar.example.com/#7f3a9c', /must not have a fragment/],
    [`https://calendar.example.com/${'7f3a9c'.repeat(400)}`, /at most 2048 characters/],
  ])('cannot be %s, and the reason does not repeat it', (address, reason) => {
    const problem = calendarAddressProblem(address, true);
    expect(problem).toMatch(reason);
    expect(problem).not.toContain('7f3a9c');
  });

  it('cannot point to this computer where that is not allowed', () => {
    expect(calendarAddressProblem('https://localhost/x.ics', false)).toMatch(/the computer that the platform runs on/);
  });

  it('means https if it begins with webcal', () => {
    expect(calendarUrl('webcal://example.com/x.ics')).toBe('https://example.com/x.ics');
  });
});
