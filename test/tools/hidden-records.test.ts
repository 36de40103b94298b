import { expect, it } from 'vitest';
import * as z from 'zod';
import { READING_TOOLS, recordShape } from '../../src/tools/core/record-kinds.ts';
import { recordKindsIn, withoutHiddenRecords } from '../../src/tools/output/hidden-records.ts';
import { undocumented } from '../../src/tools/presenters/record.ts';

/** The step of the pipeline that removes records, with the output of a tool that reads whatever it can. */
const person = () => recordShape('contact', { name: z.string() });
const schema = z.object({
  first: person().optional(),
  people: z.array(person()).optional().describe('x'),
  entries: z.array(recordShape(['booking', 'call'], { kind: z.string(), name: z.string() })),
  either: z.union([recordShape('call', { summary: z.string() }), z.object({ note: z.string() })]).optional(),
  ...undocumented(),
});
const data = {
  first: { name: 'Ana' },
  people: [{ name: 'Ana' }],
  entries: [
    { kind: 'booking', name: 'Ben' },
    { kind: 'call', name: 'Cem' },
  ],
  either: { summary: 'Dora' },
  other_fields: {
    contact_ids: ['ct_1'],
    last_contact: '2025-01-02',
    primaryContact: { name: 'Ana' },
    a: [{ 'call-log': [[{ name: 'Cem' }]], b: 1 }],
  },
  withheld_fields: ['token'],
};
const seenBy = (...offered: string[]) => withoutHiddenRecords(schema, data, { offered, hidden: [] });

it('removes records, lists and undocumented objects of kinds whose reading tool is not offered', () => {
  expect(seenBy('get_booking')).toEqual({
    entries: [{ kind: 'booking', name: 'Ben' }],
    other_fields: { contact_ids: ['ct_1'], last_contact: '2025-01-02', a: [{ b: 1 }] },
    withheld_fields: ['token', 'primaryContact', 'a[].call-log'],
    hidden_records: [
      { records: 'contacts', reason: 'get_contact is not offered' },
      { records: 'calls', reason: 'get_call is not offered' },
    ],
  });
  const { hidden_records: hiddenRecords, ...rest } = seenBy('get_contact', 'get_call');
  expect(rest).toEqual({ ...data, entries: [{ kind: 'call', name: 'Cem' }] });
  expect(hiddenRecords).toEqual([{ records: 'bookings', reason: 'get_booking is not offered' }]);
});

it('returns the answer unchanged to a caller that may read every kind', () => {
  expect(seenBy(...Object.values(READING_TOOLS))).toBe(data);
  expect(recordKindsIn(schema)).toEqual(['contact', 'booking', 'call']);
});
