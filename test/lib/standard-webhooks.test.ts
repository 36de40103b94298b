import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '../../src/lib/crypto/standard-webhooks.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const BODY = Buffer.from('{}');

/** Verifies a delivery that is signed with a key, for a secret that is stored. */
function verify(key: Buffer, secret: string) {
  const timestamp = NOW / 1_000;
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.`).update(BODY).digest('base64');
  return verifySignature({ id: 'msg_1', timestamp, signatures: [signature] }, BODY, [new Secret(secret)], NOW);
}

describe('the signature of a delivery', () => {
  it.each(['', 'a', 'short', '!!!!', 'whsec_', 'whsec_=', 'whsec_!!!!!!!!!!!!!!!!!!!!', 'whsec_YWJj'])(
    'does not count if it was made with what a stored text leaves of a key: %s',
    (stored) => {
      for (const key of [Buffer.alloc(0), Buffer.from(stored), Buffer.from(stored.slice(6), 'base64')])
        expect(verify(key, stored)).toBe('signature');
    },
  );

  it('counts if it was made with the key of the secret', () => {
    const key = Buffer.alloc(24, 7);
    expect(verify(key, `whsec_${key.toString('base64')}`)).toBeUndefined();
  });
});
