import { createHash, createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../../lib/crypto/timing-safe.ts';
import type { Delivery, SignatureFailure } from './vendor.ts';

/** More than callbacks have. Sorting more would take time before the sender is known. */
const MAX_PAIRS = 500;
/** Base64 of an SHA-1 MAC. */
const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;

/**
 * Verifies `X-Twilio-Signature`: HMAC-SHA-1 of the address with the sorted fields of the form, or of the address alone if
 * it has the hash of a JSON body (Twilio, "Validating Signatures from Twilio"). There is no timestamp.
 */
export function verifyTwilioSignature(
  { bytes, headers, urls }: Delivery,
  tokens: readonly string[],
): SignatureFailure | undefined {
  const signature = headers.get('x-twilio-signature')?.trim();
  if (!signature) return 'no signature';
  if (!SIGNATURE.test(signature)) return 'malformed headers';
  let isValid = false;
  for (const url of urls) {
    const fields = signedFields(url, bytes);
    if (fields === undefined) continue;
    for (const variant of portVariants(url)) {
      for (const token of tokens) {
        const expected = createHmac('sha1', token).update(variant).update(fields).digest('base64');
        isValid = equalInConstantTime(signature, expected) || isValid;
      }
    }
  }
  return isValid ? undefined : 'signature';
}

/** Returns what is signed after the address; undefined if the body is not the one that the address was signed for. */
function signedFields(url: string, bytes: Uint8Array): string | undefined {
  const expectedHash = URL.canParse(url) ? new URL(url).searchParams.get('bodySHA256') : null;
  if (expectedHash !== null) {
    const hash = createHash('sha256').update(bytes).digest('hex');
    return equalInConstantTime(expectedHash.toLowerCase(), hash) ? '' : undefined;
  }
  const pairs = formPairs(bytes);
  if (!pairs) return undefined;
  // Of a repeated name, each value counts once.
  const lines = new Set(pairs.map(([name, value]) => JSON.stringify([name, value])));
  return [...lines]
    .map((line) => JSON.parse(line) as [string, string])
    .sort(([a, first], [b, second]) => compare(a, b) || compare(first, second))
    .map(([name, value]) => name + value)
    .join('');
}

/** The pairs of a body in form encoding; undefined if there are more than any callback has. */
function formPairs(bytes: Uint8Array): [name: string, value: string][] | undefined {
  let separators = 0;
  for (const byte of bytes) if (byte === AMPERSAND && ++separators >= MAX_PAIRS) return undefined;
  return [...new URLSearchParams(Buffer.from(bytes).toString('utf8'))];
}

const AMPERSAND = 0x26;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Twilio signs the address with its port or without it. The rest keeps the characters as they were sent, which parsing
 * the address would encode.
 */
function portVariants(url: string): string[] {
  const [, scheme = '', host = '', rest = ''] =
    /^(https?:\/\/)(\[[^\]]*\]|[^/?#:]*)(?::\d*)?([/?#].*)?$/is.exec(url) ?? [];
  if (scheme === '') return [url];
  const standardPort = scheme.toLowerCase() === 'https://' ? 443 : 80;
  return [...new Set([url, `${scheme}${host}${rest}`, `${scheme}${host}:${standardPort}${rest}`])];
}
