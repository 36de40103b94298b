import { describe, expect, it } from 'vitest';
import { countWords, evenlyJoined, splitNames } from '../../../src/imports/bookings/split-names.ts';

const NAMES = ['Cut', 'Colour', 'Cut & Colour', 'Blow-dry', 'Wash and Go', 'Corte y Barba', 'Cut, long'];
const split = (cell: string, names: readonly string[] = NAMES) =>
  splitNames(cell, (name) => names.find((one) => one.toLowerCase() === name.toLowerCase()));

describe('a cell with several names', () => {
  it.each([
    ['Cut + Colour', ['Cut', 'Colour']],
    ['Cut+Colour', ['Cut', 'Colour']],
    ['Colour, Cut', ['Colour', 'Cut']],
    ['cut; colour;', ['Cut', 'Colour']],
    ['Cut / Colour', ['Cut', 'Colour']],
    ['Cut | Colour', ['Cut', 'Colour']],
    ['Cut\nColour\r\nBlow-dry', ['Cut', 'Colour', 'Blow-dry']],
    ['Cut and Colour', ['Cut', 'Colour']],
    ['Cut und Colour', ['Cut', 'Colour']],
    ['Cut y Colour', ['Cut', 'Colour']],
    ['Cut e Colour', ['Cut', 'Colour']],
    ['Cut et Colour', ['Cut', 'Colour']],
    ['Cut, Cut', ['Cut', 'Cut']],
    ['Cut,, Colour', ['Cut', 'Colour']],
    // A name with a separator is one name.
    ['Blow-dry, Cut & Colour', ['Blow-dry', 'Cut & Colour']],
    ['Cut & Colour & Blow-dry', ['Cut & Colour', 'Blow-dry']],
    ['Cut, Cut, long', ['Cut', 'Cut, long']],
    ['Wash and Go and Cut', ['Wash and Go', 'Cut']],
    ['Corte y Barba y Cut', ['Corte y Barba', 'Cut']],
  ])('%j names each of them', (cell, known) => {
    expect(split(cell)).toEqual({ known, unknown: [] });
  });

  it.each([
    ['Cut, Perm', ['Cut'], ['Perm']],
    ['Perm & Set, Cut', ['Cut'], ['Perm & Set']],
    ['Perm, Cut, Nails', ['Cut'], ['Perm', 'Nails']],
    ['Cut, Perm, Nails, Colour', ['Cut', 'Colour'], ['Perm, Nails']],
    // The longest name is not always the right one.
    ['Cut, Colour and Care', ['Cut'], ['Colour and Care'], ['Cut', 'Cut, Colour and']],
  ])('%j has names that mean nothing', (cell, known, unknown, names = NAMES) => {
    expect(split(cell, names)).toEqual({ known, unknown });
  });

  it('leaves as few words as possible, although the first name then is a short one', () => {
    expect(split('A, B, C', ['A', 'A, B', 'B, C'])).toEqual({ known: ['A', 'B, C'], unknown: [] });
  });

  it.each([
    'Cut',
    'Perm',
    'Perm, Set',
    '',
    ' , ',
    'Haircut with care',
    Array(31).fill('Cut').join(','),
    `Cut, ${' '.repeat(300)}Cut`,
  ])('%j is not divided', (cell) => {
    expect(split(cell)).toBeUndefined();
  });
});

it.each(['Cut & Colour', 'Cut + Colour', 'Cut+Colour', 'Cut and Colour', 'Cut  und  Colour', 'Cut et Colour'])(
  'the name %j is evenly joined',
  (name) => {
    expect(evenlyJoined(name)).toBe('Cut & Colour');
    expect(countWords(name)).toBe(2);
  },
);

it('a name without words that join it stays as it is', () => {
  expect(evenlyJoined('Sand, Andy & Yves')).toBe('Sand, Andy & Yves');
});
