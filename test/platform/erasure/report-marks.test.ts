import { describe, expect, it } from 'vitest';
import { mentionsCustomer } from '../../../src/platform/admin/report-marks.ts';

const VIOLET = { number: '+15550100177', address: 'violet@example.org' };
const ICELANDIC = { number: '+3545812345', address: null };
/** What a report has: as JSON, as JSON without other characters than ASCII or with its slashes escaped, as a form, and as a form in JSON. */
const bodies = (value: string) => {
  const text = JSON.stringify({ from: value, at: 1 });
  const escaped = text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const form = String(new URLSearchParams({ From: value, at: '1' }));
  return [text, escaped, text.replaceAll('/', '\\/'), form, JSON.stringify({ payload: form }), `<from>${value}</from>`];
};

describe('the search of a report for a customer', () => {
  it.each([
    '+15550100177',
    '0015550100177',
    '5550100177',
    '05550100177',
    '+1 (555) 010-0177',
    '+1 (0)555 010 0177',
    '1.555.010.0177',
    '555\u00a0010\u202f0177',
    '555\u2011010\u20130177',
    '555_010_0177',
    'Call me:\n555/0100177',
    '+15550100155 / 555 010 0177',
    'tel:+15550100177;ext=1',
    'Violet@Example.org',
    'Violet <violet@example.org>.',
  ])('%j is the customer, in any notation of a report', (value) => {
    for (const body of bodies(value)) expect(mentionsCustomer(body, VIOLET), body).toBe(true);
  });

  it.each([
    '15550100155',
    '25550100177',
    '55501001770',
    '+44 5550100177',
    '+44 20 555 010 0177',
    '+5550100177',
    'mc.violet@example.org',
    'violet@example.org.uk',
    'violet@example.organic',
  ])('%j is not the customer', (value) => {
    for (const body of bodies(value)) expect(mentionsCustomer(body, VIOLET), body).toBe(false);
  });

  it('a short number is not found within a longer one, such as a time', () => {
    expect(mentionsCustomer('{"at":1758123450000}', ICELANDIC)).toBe(false);
    expect(mentionsCustomer('{"from":3545812345}', ICELANDIC)).toBe(true);
    expect(mentionsCustomer('{"from":"581-2345"}', ICELANDIC)).toBe(true);
  });

  it('an address with an apostrophe is found as forms have it', () => {
    const neil = { number: null, address: "o'neil@example.org" };
    for (const body of bodies("O'Neil@example.org")) expect(mentionsCustomer(body, neil), body).toBe(true);
    expect(mentionsCustomer('{"mail":"mailto:o%27neil%40example.org"}', neil)).toBe(true);
  });

  it.each([
    ['+36301234567', '06301234567'],
    ['+79161234567', '89161234567'],
    ['+375291234567', '80291234567'],
    ['+493012345678', '030/12345678'],
    ['+390612345678', '0612345678'],
  ])('%s is found as its country writes it: %s', (number, written) => {
    for (const body of bodies(written)) expect(mentionsCustomer(body, { number, address: null }), body).toBe(true);
  });

  it('an address with a plus is found', () => {
    const anna = { number: null, address: 'anna+x@example.org' };
    for (const body of bodies('Anna+x@example.org')) expect(mentionsCustomer(body, anna), body).toBe(true);
  });

  it('a body of a million backslashes, digits or percent signs is read in linear time', () => {
    for (const part of ['\\', '5', '%', '+', '5 ', '%41', 'a@']) {
      const body = part.repeat(1_000_000 / part.length);
      expect(mentionsCustomer(body, VIOLET), part).toBe(false);
    }
  });

  it('a number is found that no country has', () => {
    const number = '+999123456789012';
    for (const body of bodies(number)) expect(mentionsCustomer(body, { number, address: null })).toBe(true);
  });

  it('a number of fewer than seven digits is not found, and nothing of a customer without number and address', () => {
    expect(mentionsCustomer('{"from":"+290 51234"}', { number: '+29051234', address: null })).toBe(false);
    expect(mentionsCustomer('{"from":"null"}', { number: null, address: null })).toBe(false);
  });
});
