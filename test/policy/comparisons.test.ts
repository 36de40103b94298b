import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * Resistance to timing attacks is verified by the code, not by measurement: a secret that a caller presents is hashed and
 * looked up by its hash, or compared with `timingSafeEqual`.
 */
const root = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file.replaceAll('\\', '/'), readFileSync(`${root}/${file}`, 'utf8')] as const);

/** A comparison with one of these reveals only whether there is a secret. */
const EMPTY = String.raw`\s*(?:undefined|null|''|"")`;
const NAME = String.raw`[\w.?]*(?:secret|signature|password|sha256|\bmac|hash|reveal\(\))(?!\w)`;
const COMPARED = [
  new RegExp(String.raw`(?<!typeof )(?<![\w.?])${NAME}(?:\.slice\([^)]*\))?\s*[!=]==?(?!=)(?!${EMPTY})`, 'i'),
  new RegExp(String.raw`[!=]==?\s*${NAME}`, 'i'),
  /\.(?:includes|startsWith|endsWith|indexOf|localeCompare)\([^()]*(?:reveal\(\)|secret\b|password\b|signature\b)/i,
  /reveal\(\)\.(?:includes|startsWith|endsWith|indexOf|localeCompare|match)\(/i,
];

it('no secret is compared with an operator or searched for', () => {
  const found = sources.flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line) => (COMPARED.some((pattern) => pattern.test(line)) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it('the patterns for insecure comparisons match insecure code only', () => {
  const bad = [
    'if (token.sha256 === hash) return',
    'if (secret.reveal() == given)',
    'return given !== key.reveal();',
    'row.key_hash === hash',
    'if (password === stored)',
    'all.includes(secret)',
    'secret.reveal().startsWith(x)',
    'if (mac !== right)',
  ];
  for (const text of bad)
    expect(
      COMPARED.some((pattern) => pattern.test(text)),
      text,
    ).toBe(true);
  for (const text of ['if (secret === undefined)', "password !== ''", 'mac.length === right.length'])
    expect(
      COMPARED.some((pattern) => pattern.test(text)),
      text,
    ).toBe(false);
});

it('every file that verifies a credential or signature compares in constant time', () => {
  const using = (call: RegExp) => sources.filter(([, text]) => call.test(text)).map(([file]) => file);
  expect(using(/\btimingSafeEqual\(/)).toEqual(['lib/crypto/timing-safe.ts']);
  const verifying = [
    // Clients' tokens, by their hashes.
    'transport/auth/token.ts',
    // Keys of the platform, by their hashes; passwords.
    'platform/auth/keys.ts',
    'platform/auth/passwords.ts',
    'platform/dashboard/sign-in.ts',
    // A new password, typed twice.
    'cli/prompts/password.ts',
    // Deliveries, by their signatures or by the secret in their path.
    'lib/crypto/standard-webhooks.ts',
    'events/webhook-receiver.ts',
    'lib/crypto/signed-token.ts',
    // Reports of calls, by the vendors' signatures or by a shared secret.
    'platform/intake/vendors/twilio-signature.ts',
    'platform/intake/vendors/hmac.ts',
    'platform/intake/vendors/vapi-signature.ts',
    // A secret that is stored again.
    'platform/admin/call-sources.ts',
  ];
  const comparing = using(/(?<!function )\bequalInConstantTime\(/);
  expect(comparing.toSorted()).toEqual(verifying.toSorted());
  // Confirmations, states between two rounds of a call, cursors.
  const tokens = using(/(?<!function )\b(verify|open)Token\(/);
  expect(tokens.toSorted()).toEqual([
    'server/signed-state.ts',
    'tools/core/confirm.ts',
    'tools/search/cursor.ts',
    'tools/search/page-position.ts',
  ]);
});
