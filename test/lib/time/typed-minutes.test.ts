import { expect, it } from 'vitest';
import { readMinutes } from '../../../src/lib/time/typed-minutes.ts';

it('a duration with a decimal fraction is read if it is a whole number of minutes', () => {
  // As numbers with a binary fraction, some of these products are not whole.
  for (let tenths = 0; tenths <= 1_000; tenths++) {
    const count = (tenths / 10).toFixed(1);
    expect(readMinutes(`${count}h`), count).toBe(tenths * 6);
    expect(readMinutes(`${count}d`), count).toBe(tenths * 144);
    expect(readMinutes(`${count.replace('.', ',')} weeks`), count).toBe(tenths * 1_008);
  }
  expect(readMinutes('1.25h')).toBe(75);
  expect(readMinutes('1 day 4.1 hours')).toBe(1_686);
});

it('reads durations in the languages of the receptionist, and Dutch', () => {
  const cases: [string, number][] = [
    ['90 Minuten', 90],
    ['45 Min.', 45],
    ['1,5 Std.', 90],
    ['1 Stunde und 15 Minuten', 75],
    ['1h30', 90],
    ['1 h 05', 65],
    ['1 heure et 30 minutes', 90],
    ['2 horas', 120],
    ['1 hora y 10 minutos', 70],
    ['1 ora e 20 minuti', 80],
    ['2 uur', 120],
    ['3 Tage', 4_320],
    ['1 día', 1_440],
    ['4 Wochen', 40_320],
    ['2 semanas', 20_160],
    ['2 settimane', 20_160],
  ];
  for (const [text, minutes] of cases) expect(readMinutes(text), text).toBe(minutes);
});

it('a number without a unit is minutes only behind hours, with two digits below 60', () => {
  for (const text of ['30', '1h5', '1h75', '1h300', '1d30', '30m15', '1h30m15', '90 Sekunden', '2 Monate'])
    expect(readMinutes(text), text).toBeUndefined();
});

it('a duration with a part of a minute is refused', () => {
  for (const text of ['0.5m', '1.1 min', '2.25 minutes', '1h 0.5m']) expect(readMinutes(text), text).toBeUndefined();
});
