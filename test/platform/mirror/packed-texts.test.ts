import { expect, it } from 'vitest';
import { packRow, unpackRow } from '../../../src/platform/mirror/packed-texts.ts';

const TEXTS = {
  'a booking': JSON.stringify({
    id: 'bk_1',
    status: 'confirmed',
    start_time: '2199-03-01T10:00:00Z',
    notes: 'Zoë 予約',
    contact: { name: 'Ann', phone: '+1' },
  }),
  'a short transcript': JSON.stringify([
    { speaker: 'caller', text: 'I would like to have an appointment for the day after tomorrow.', offset_seconds: 0 },
  ]),
  'a transcript of hours': JSON.stringify(
    Array.from({ length: 10_000 }, (_, turn) => ({
      speaker: 'caller',
      text: `the ${turn}th matter`,
      offset_seconds: turn,
    })),
  ),
  'what repeats itself more than any record': 'a'.repeat(1_000_000),
};

it.each(Object.entries(TEXTS))('%s takes less space, and is read as it was', (_, text) => {
  const row = { id: 'x', position: 1, raw_json: text, detail_json: null, transcript_json: text };
  const stored = packRow(row) as unknown as Record<string, Uint8Array>;
  expect(stored).toMatchObject({ id: 'x', position: 1, detail_json: null });
  expect(stored.raw_json).toBeInstanceOf(Uint8Array);
  expect(stored.raw_json?.length).toBeLessThan(Buffer.byteLength(text));
  const read = { ...stored };
  unpackRow(read);
  expect(read).toEqual(row);
});

it('other columns, and short texts, stay as they are', () => {
  const row = { notes: 'n'.repeat(10_000), raw_json: '{}', transcript_json: '[]' };
  expect(packRow(row)).toBe(row);
  const read = { ...row };
  unpackRow(read);
  expect(read).toEqual(row);
});
