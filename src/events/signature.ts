import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../lib/crypto/timing-safe.ts';
import type { Secret } from '../lib/secret.ts';

/** How far the sender's clock may be from ours, in seconds (Standard Webhooks, verifying webhook authenticity). */
export const TOLERANCE_S = 5 * 60;
/** Signatures looked at in one header: more than any rotation needs. */
const MAX_SIGNATURES = 20;

/** What a signed delivery says of itself, in its headers. */
export interface Signed {
  id: string;
  /** Seconds since the epoch. */
  timestamp: number;
  /** Base64, of version 1. */
  signatures: string[];
}

export type Unverified = 'no signature' | 'malformed headers' | 'clock' | 'signature';

/** Standard Webhooks names its headers so; some senders still use the older names. */
const PREFIXES = ['webhook-', 'svix-'];

/** Reads the headers of the Standard Webhooks convention. */
export function signedOf(headers: Headers): Signed | Unverified {
  const prefix = PREFIXES.find((name) => headers.has(`${name}signature`));
  if (!prefix) return 'no signature';
  const [id, time, all] = ['id', 'timestamp', 'signature'].map((name) => headers.get(prefix + name)?.trim() ?? '');
  if (!id || id.length > 256 || !/^[\x21-\x7e]+$/.test(id) || !/^\d{1,12}$/.test(time ?? ''))
    return 'malformed headers';
  const signatures = (all ?? '')
    .split(/[\s]+/, MAX_SIGNATURES)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice(3));
  return signatures.length === 0 ? 'malformed headers' : { id, timestamp: Number(time), signatures };
}

/**
 * Verifies a delivery against each secret that holds now, in constant time: the MAC is over the bytes as they came.
 * Not with the library that signs: it takes the time of this machine, and a text instead of bytes.
 * @returns what is wrong; undefined when it is genuine.
 */
export function verify(
  { id, timestamp, signatures }: Signed,
  body: Uint8Array,
  secrets: readonly Secret[],
  now: number,
): Unverified | undefined {
  if (Math.abs(Math.floor(now / 1_000) - timestamp) > TOLERANCE_S) return 'clock';
  let genuine = false;
  for (const secret of secrets) {
    const right = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
    for (const given of signatures) genuine = equalInConstantTime(given, right) || genuine;
  }
  return genuine ? undefined : 'signature';
}

const PREFIX = 'whsec_';
/** Bytes of a key: shorter ones can be guessed, and no sender makes longer ones. */
const [SHORTEST, LONGEST] = [16, 512];

/** Whether a text is a signing secret as the convention writes it: `whsec_` and base64. */
export function isSigningSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = Buffer.from(text.slice(PREFIX.length), 'base64');
  return length >= SHORTEST && length <= LONGEST;
}

function keyOf(secret: Secret): Buffer {
  return Buffer.from(secret.reveal().slice(PREFIX.length), 'base64');
}
