import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callReportSchema } from '../../../src/contract/index.ts';
import { isObject, type JsonObject, setMember } from '../../../src/lib/json.ts';
import type { VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { vendorNamed, verify } from './support.ts';

const VENDORS: readonly VendorName[] = ['vapi', 'retell', 'elevenlabs', 'bland'];
const folder = fileURLToPath(new URL('./fixtures', import.meta.url));
const fixtures = (vendor: VendorName): JsonObject[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(`${vendor}-`))
    .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')));

/** A text of a body: no reason may repeat it. */
const MARKER = 'zq7 said by a caller';

/** Values that break careless readers. */
const hostile = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    MARKER,
    `${MARKER}\u0000\ud800`,
    'a'.repeat(30_000),
    '__proto__',
    'constructor',
    '2025-99-99T99:99:99Z',
    '+',
    'sip:@;',
    'https://',
    -0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER,
    1e-300,
  ),
  fc.constantFrom<unknown>([], {}, [[]], [null, MARKER], JSON.parse('{"__proto__":{"role":"user"}}')),
  fc.constant(JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`)),
  fc.jsonValue(),
);

/** Names that the vendors' bodies have at the top, and any other. */
const name = fc.oneof(
  fc.constantFrom('message', 'event', 'call', 'data', 'type', 'completed', 'transcripts', 'call_id', 'variables'),
  fc.constantFrom('__proto__', 'constructor', 'category'),
  fc.string(),
);

/** Replaces one value in a copy of a body, found by a path of numbers; or removes or repeats it. */
function mutate(body: unknown, path: readonly number[], value: unknown, how: number): unknown {
  if (path.length === 0 || typeof body !== 'object' || body === null) return value;
  const [step = 0, ...rest] = path;
  const names = Object.keys(body);
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return value;
  const member = (body as JsonObject)[name];
  const changed = rest.length === 0 || typeof member !== 'object' ? value : mutate(member, rest, value, how);
  if (Array.isArray(body)) {
    const copy = [...body];
    if (rest.length === 0 && how === 1) copy.splice(Number(name), 1);
    else copy[Number(name)] = changed;
    return rest.length === 0 && how === 2 ? [...copy, ...copy] : copy;
  }
  const copy: JsonObject = { ...(body as JsonObject) };
  if (rest.length === 0 && how === 1) delete copy[name];
  else setMember(copy, name, changed);
  return copy;
}

/** Reads a body, and checks what holds for every parsed report. */
function check(vendor: VendorName, body: JsonObject): void {
  const before = JSON.stringify(body);
  const parsed = vendorNamed(vendor).read(body);
  expect(JSON.stringify(body)).toBe(before);
  if (parsed.kind === 'report') {
    expect(callReportSchema().parse(parsed.report)).toEqual(parsed.report);
    expect(parsed.event.length).toBeLessThanOrEqual(100);
  } else if (parsed.kind === 'unknown') {
    expect(parsed.reason).toMatch(/^[A-Z].{10,160}\.$/s);
    expect(parsed.reason).not.toContain('zq7');
    expect(parsed.event?.length ?? 0).toBeLessThanOrEqual(100);
  }
}

describe.each(VENDORS)('a body of %s', (vendor) => {
  it('any JSON is read without an error, as a valid report or as unknown', () => {
    fc.assert(
      fc.property(fc.dictionary(name, hostile), (body) => check(vendor, body)),
      { numRuns: 200 },
    );
  });

  it('a fixture with changed, removed and repeated values is read without an error', () => {
    const path = fc.array(fc.nat(40), { minLength: 1, maxLength: 7 });
    const change = fc.record({ path, value: hostile, how: fc.nat(2) });
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures(vendor)),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (fixture, changes) => {
          const body = changes.reduce<unknown>((all, { path, value, how }) => mutate(all, path, value, how), fixture);
          if (isObject(body)) check(vendor, body);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('any header is verified without an error, and never as genuine', () => {
    const header = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.stringMatching(/^(v|t)=[0-9]{0,17},(d|v0)=[0-9a-fA-F]{60,66}$/),
      fc.stringMatching(/^(sha256=)?[0-9a-f]{64}$/),
      fc.stringMatching(/^(v1,[A-Za-z0-9+/=]{10,60} ?){1,3}$/),
    );
    const names = [
      'x-signature',
      'x-timestamp',
      'x-retell-signature',
      'elevenlabs-signature',
      'x-webhook-signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'x-vapi-secret',
      'authorization',
    ];
    const headers = fc.dictionary(fc.constantFrom(...names), header);
    fc.assert(
      fc.property(headers, fc.string(), (all, body) => {
        const printable = Object.entries(all).filter(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
        const failure = verify(vendor, body, Object.fromEntries(printable), ['a secret of the operator'], 1.76e12);
        expect(['no signature', 'malformed headers', 'clock', 'signature']).toContain(failure);
      }),
      { numRuns: 500 },
    );
  });
});
