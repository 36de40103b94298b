import { describe, expect, it } from 'vitest';
import { readCallerNumber } from '../../../src/lib/phone/caller-number.ts';

const ONE = '+12125550123';

describe('readCallerNumber', () => {
  it.each([
    ONE,
    ` ${ONE} `,
    '(212) 555-0123',
    '1-212-555-0123',
    '+1 212.555.0123',
    `tel:${ONE}`,
    'TEL:+1-212-555-0123',
    `sip:${ONE}@pbx.example.com`,
    `sips:${ONE}@pbx.example.com:5061;transport=tls`,
    `sip:${ONE}@pbx.example.com;user=phone?Subject=x`,
    `<sip:${ONE}@pbx.example.com>;tag=88`,
    `"Jane Doe" <sip:${ONE}@pbx.example.com>;tag=88`,
    `Jane <tel:${ONE}>`,
    `sip:%2B${ONE.slice(1)}@pbx.example.com`,
    `${ONE}@pbx.example.com;user=phone`,
  ])('reads %s as E.164', (text) => {
    expect(readCallerNumber(text, 'US')).toBe(ONE);
  });

  it('reads a Mexican number with the former prefix of mobile telephones as the line without it', () => {
    expect(readCallerNumber('+5215512345678', 'MX')).toBe('+525512345678');
    expect(readCallerNumber('sip:+5215512345678@pbx.example.com', 'US')).toBe('+525512345678');
  });

  it('needs a country for a number without +', () => {
    expect(readCallerNumber('030 12345678', 'DE')).toBe('+493012345678');
    expect(readCallerNumber('(212) 555-0123', undefined)).toBeUndefined();
    expect(readCallerNumber('(212) 555-0123', 'XX')).toBeUndefined();
  });

  it.each([
    ...['', ' ', '+', 'anonymous', 'Anonymous', 'RESTRICTED', 'unavailable', 'unknown', 'private', 'withheld', 'null'],
    ...['sip:anonymous@anonymous.invalid', 'sip:jane@example.com', '{{customer.number}}', 'sip:', 'tel:'],
    // The same words on a keypad, as networks send them.
    ...['+266696687', '+7378742833', '+2562533', '+8566696', '+86282452253', '+7748283'],
    ...['0000000000', '+10000000000', '911', '+1', '+1212555', '1', '+1212555012345678901'],
    // More than a number could name another person.
    ...[`${ONE} ext 5`, `${ONE};ext=5`, `tel:${ONE};ext=5`, 'tel:5550123;phone-context=+1212', `call ${ONE}`],
    ...[`${ONE},+12125550124`, `${ONE} +12125550124`, `${ONE}\r\n+12125550124`, `sip:jane@x;other=sip:${ONE}@x`],
    ...[`"<sip:${ONE}@x>" <sip:jane@x>`, `<sip:jane@x> <sip:${ONE}@x>`, '+１2125550123', `+1${'2'.repeat(5_000)}`],
  ])('counts as withheld: %j', (text) => {
    expect(readCallerNumber(text, 'US')).toBeUndefined();
  });

  it('counts the words on a keypad as withheld in the digits of every country', () => {
    for (const digits of ['266696687', '7378742833', '2562533', '8656696', '86282452253', '7748283'])
      for (const country of ['US', 'DE', 'GB', 'JP', undefined]) {
        for (const text of [digits, `+${digits}`, `00${digits}`, `sip:${digits}@pbx.example.com`])
          expect(readCallerNumber(text, country)).toBeUndefined();
      }
    // RESTRICTED after the code 1 is a number in Texas.
    expect(readCallerNumber('+17378742833', 'US')).toBe('+17378742833');
  });

  it.each([undefined, null, 12125550123, true, {}, [ONE], { number: ONE }])('counts as withheld: %j', (value) => {
    expect(readCallerNumber(value, 'US')).toBeUndefined();
  });

  it('takes no longer for a long hostile text than for a number', () => {
    const texts = ['"'.repeat(200), '<'.repeat(200), 'sip:'.repeat(50), `sip:${';'.repeat(190)}`, ' '.repeat(200)];
    const start = performance.now();
    for (let round = 0; round < 100; round++) for (const text of texts) readCallerNumber(text, 'US');
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
