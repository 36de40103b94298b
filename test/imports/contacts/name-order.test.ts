import { describe, expect, it } from 'vitest';
import { findColumns } from '../../../src/imports/contacts/columns.ts';
import { firstNameFirst } from '../../../src/imports/contacts/name-order.ts';
import { readRow } from '../../../src/imports/contacts/read-row.ts';

describe('a name with the last name first', () => {
  it.each([
    ['Weber, Anna', 'Anna Weber'],
    ['WEBER,ANNA', 'ANNA WEBER'],
    ['Weber ,  Anna  Maria', 'Anna Maria Weber'],
    ['Müller-Lüdenscheidt, Jean-Luc', 'Jean-Luc Müller-Lüdenscheidt'],
    ["O'Connell, Mary", "Mary O'Connell"],
    ['van der Berg, Jan', 'Jan van der Berg'],
    ['Di Stefano, Luca', 'Luca Di Stefano'],
    ['Lee, A.', 'A. Lee'],
    ['St. Clair, E.', 'E. St. Clair'],
    ['Ma, Li', 'Li Ma'],
    ['Lee, A. J.', 'A. J. Lee'],
    ['Smith Jr., John', 'John Smith Jr.'],
    ['Smith, John Jr.', 'John Smith Jr.'],
    ['Huber, Dr. Eva', 'Dr. Eva Huber'],
    ['Иванова, Анна', 'Анна Иванова'],
  ])('%s becomes %s', (name, expected) => {
    expect(firstNameFirst(name)).toBe(expected);
  });

  it.each([
    'Anna Weber',
    'Smith, Jr.',
    'Smith, III',
    'Smith, MD',
    'Smith, Ph.D.',
    'Smith, Dr.',
    'Miller, Inc.',
    'Miller, LLC',
    'Huber, GmbH',
    'Huber, G.m.b.H.',
    'García, S.L.',
    'Weber, Huber, Maier',
    'Weber, Anna, Jr.',
    'Weber, Anna und Hans',
    'Weber & Huber, Anna',
    'Anna Weber, Berlin',
    'Anna Weber, Hans Huber',
    'Weber, Anna (Mutter)',
    'Weber, Anna 2',
    'Weber, Familie',
    'Weber,',
    ', Anna',
    '-, Anna',
  ])('%s stays as it is, because it can be another form', (name) => {
    expect(firstNameFirst(name)).toBe(name);
  });

  it('a row of an own export keeps the name of its contact', () => {
    const columns = findColumns(['Contact ID', 'Name'], { map: {}, keepOthers: false });
    const nameOf = (id: string) =>
      readRow([id, 'Weber, Anna'], columns, { country: 'DE', today: '2026-11-20', width: 2 });
    expect(nameOf('ct_12')).toMatchObject({ contact: { name: 'Weber, Anna' } });
    expect(nameOf('4711')).toMatchObject({ contact: { name: 'Anna Weber' } });
  });
});
