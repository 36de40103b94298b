import { expect, it } from 'vitest';
import { truncateRecord } from '../../src/events/normalize-payload.ts';

it('a large record of an event keeps its short fields and those of the objects in it', () => {
  const person = { name: 'Ana', note: 'x'.repeat(501), tags: ['a'] };
  const record = {
    id: 'call_1',
    contact: person,
    duration: 0,
    outcome: null,
    lines: ['a', 'b'],
    summary: 'x'.repeat(500),
  };
  expect(truncateRecord(record)).toBe(record);
  const { lines, ...short } = { ...record, contact: { name: 'Ana' } };
  expect(truncateRecord({ ...record, transcript: 'x'.repeat(9_000) })).toEqual(short);
});

it('a record of an event that is large without any long text keeps no field', () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field_${index}`, index]));
  expect(truncateRecord({ id: 'call_1', ...many })).toEqual({});
});
