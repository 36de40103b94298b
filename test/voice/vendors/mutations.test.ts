import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callReportSchema } from '../../../src/contract/index.ts';
import { isObject, type JsonObject } from '../../../src/lib/json.ts';
import { readReport } from '../../../src/platform/intake/read-report.ts';
import { telnyx } from '../../../src/platform/intake/vendors/telnyx.ts';
import { twilio } from '../../../src/platform/intake/vendors/twilio.ts';
import type { Vendor } from '../../../src/platform/intake/vendors/vendor.ts';
import { TWILIO_TOKEN, telnyxEnded, telnyxKey, twilioStatus } from '../support/telephone-vendors.ts';

const insights = {
  data: {
    event_type: 'call.conversation_insights.generated',
    payload: { call_control_id: 'v3:1', results: [{ insight_id: 'a', result: 'Text' }, { result: { a: 1 } }] },
  },
};
const SEEDS: [string, Vendor, JsonObject][] = [
  ['Telnyx, the end of a conversation', telnyx, telnyxEnded()],
  ['Telnyx, insights', telnyx, insights],
  ['Twilio, a status', twilio, twilioStatus()],
  ['Twilio, a transcript', twilio, { transcript_sid: `GT${'0'.repeat(32)}`, event_type: 'transcript' }],
];

/** Replaces one value anywhere in a document. */
function mutate(value: unknown, path: number[], replacement: unknown): unknown {
  const [step = 0, ...rest] = path;
  const entries = Object.entries(isObject(value) || Array.isArray(value) ? value : {});
  const [name] = entries[step % (entries.length || 1)] ?? [];
  if (path.length === 0 || name === undefined) return replacement;
  const copy = structuredClone(value) as JsonObject;
  copy[name] = mutate(copy[name], rest, replacement);
  return copy;
}

const strange = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom('', 'x'.repeat(100_000), -1, 1e300, '1e999', '__proto__', [[[]]], { __proto__: null }, '+', 'sip:+'),
);

describe('vendors whose calls are fetched', () => {
  it.each(SEEDS)('a body with random changes gives a valid report or an unknown one: %s', (_, vendor, seed) => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 4 }), strange, (path, replacement) => {
        const parsed = readReport(vendor, JSON.stringify(mutate(seed, path, replacement)) ?? 'null');
        if (parsed.kind === 'report') expect(callReportSchema().safeParse(parsed.report).error).toBeUndefined();
        if (parsed.kind === 'unknown') expect(parsed.reason).toMatch(/^[A-Z][^"]{5,120}$/);
      }),
      { numRuns: 800 },
    );
  });

  const text = fc
    .string({ unit: 'binary-ascii', maxLength: 200 })
    .map((value) => value.replace(/[^\t\x20-\x7e]/g, '~'));
  it.each([
    ['Telnyx', telnyx, telnyxKey().publicKey, ['telnyx-signature-ed25519', 'telnyx-timestamp']],
    ['Twilio', twilio, TWILIO_TOKEN, ['x-twilio-signature']],
  ] as const)(
    'random deliveries to a source of %s are refused without an exception',
    (_name, vendor, secret, names) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(text, { minLength: 2 }), (bytes, values) => {
          const headers = new Headers(names.map((name, index) => [name, values[index] ?? '']));
          const urls = ['https://example.com/x', ...values];
          expect(vendor.verify({ bytes, headers, urls }, [secret, ...values], 0)).toBeTypeOf('string');
        }),
        { numRuns: 800 },
      );
    },
  );
});
