import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { symmetric } from 'retell-sdk/lib/webhook_auth';
import type { VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { hexHmac } from '../vendors/support.ts';

/** Reports in the vendors' own forms, signed as each vendor signs them. */

const fixtures = fileURLToPath(new URL('../vendors/fixtures', import.meta.url));

/** Returns the text of a report as a vendor sends it. */
export const fixture = (name: string) => readFileSync(`${fixtures}/${name}.json`, 'utf8');

type Headers = Record<string, string>;
/** Returns the headers that sign a body. `now` is in epoch milliseconds. */
type Signer = (body: string, now: number, secret: string) => Headers | Promise<Headers>;

export const SIGNERS: Partial<Record<VendorName, Signer>> = {
  vapi: (body, now, secret) => ({
    'x-timestamp': String(now),
    'x-signature': hexHmac(secret, `${now}.${body}`),
  }),
  retell: async (body, now, secret) => ({ 'x-retell-signature': await symmetric.sign(body, secret, now) }),
  elevenlabs: (body, now, secret) => {
    const seconds = Math.floor(now / 1_000);
    return { 'elevenlabs-signature': `t=${seconds},v0=${hexHmac(secret, `${seconds}.${body}`)}` };
  },
  bland: (body, _, secret) => ({ 'x-webhook-signature': hexHmac(secret, body) }),
};

export type ReportAnswer = Record<string, unknown> & { status: number };

/** Sends a body with these headers to the address of a source. */
export async function postReport(address: string, body: string, headers: Headers = {}): Promise<ReportAnswer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}
