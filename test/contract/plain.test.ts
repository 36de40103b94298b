import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import * as contract from '../../src/contract/index.ts';
import { plainCheck } from '../../src/contract/plain.ts';

const { Booking, Call, CallDetail, Contact, Service, Webhook, WebhookEvent, Notification, Deleted } = contract;
const resources = [Booking, Call, CallDetail, Contact, Service, Webhook, WebhookEvent, Notification, Deleted];
const fields = resources.flatMap(({ kind, documented, chosen }) =>
  Object.entries<z.ZodType>({ ...documented, ...chosen }).map(([name, schema]) => ({
    name: `${kind}.${name}`,
    schema,
  })),
);

/** Values as lists have them, nearly valid ones, and arbitrary ones. */
const text = fc.oneof(
  fc.constantFrom('', 'confirmed', 'two words', 'a.b', 'x'.repeat(41), 'é', 'a\n', '2026-02-29T10:00:00Z'),
  fc.constantFrom(
    '2026-03-01T10:00:00Z',
    '2026-03-01T10:00:00.123+02:00',
    '2026-03-01T10:00:00',
    '2024-02-29T10:00:00Z\n',
  ),
  fc.string({ unit: 'grapheme' }),
);
const contact = fc.record(
  { name: fc.option(text), email: fc.option(text), phone: text, more: text },
  { requiredKeys: ['name', 'email'] },
);
const turn = fc.record({ speaker: text, text, offset_seconds: fc.oneof(fc.nat(), fc.integer()) });
const value = fc.oneof(text, fc.array(text), contact, fc.array(turn), fc.jsonValue(), fc.boolean(), fc.integer());

describe('plainCheck', () => {
  it.each(fields)('accepts only values of $name that parsing returns unchanged', ({ schema }) => {
    const check = plainCheck(schema);
    fc.assert(
      fc.property(value, (raw) => {
        if (!check?.(raw)) return;
        expect(schema.safeParse(raw)).toEqual({ success: true, data: raw });
      }),
      { numRuns: 200 },
    );
  });

  it('accepts the usual values of a list', () => {
    const contact = { name: 'Ann', email: null, phone: '+15550100' };
    const plain = { id: 'bk_1', start_time: '2026-03-01T10:00:00.000Z', status: 'confirmed', notes: '', contact };
    const shape: Record<string, z.ZodType> = { ...Booking.documented, ...Booking.chosen };
    for (const [name, raw] of Object.entries(plain)) {
      expect(plainCheck(shape[name] as z.ZodType)?.(raw), name).toBe(true);
    }
    // Parsing would drop the field that is not known.
    expect(plainCheck(shape.contact as z.ZodType)?.({ ...contact, more: 1 })).toBe(false);
    expect(plainCheck(shape.id as z.ZodType)?.('')).toBe(false);
    expect(plainCheck(shape.start_time as z.ZodType)?.('2026-02-29T10:00:00Z')).toBe(false);
  });
});
