import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Returns a new signing secret (Standard Webhooks). */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

let count = 0;
/** Returns a webhook payload with a unique id. */
export const notification = (type: string, data: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  id: `evt_${++count}_${randomBytes(4).toString('hex')}`,
  type,
  time: new Date().toISOString(),
  team_id: 'team_1',
  data,
  ...more,
});

export interface Sent {
  id?: string;
  /** The signed timestamp. Default: now. */
  at?: Date;
  /** Signing secrets: several during key rotation. */
  secrets?: readonly string[];
  /** Prefix of the header names. Default: `webhook-`. */
  prefix?: string;
  headers?: Record<string, string>;
}

/** Returns the headers of a delivery, signed with the reference implementation, independent of the code under test. */
export function signed(body: string, { id = `msg_${++count}`, at = new Date(), secrets = [], prefix, headers }: Sent) {
  const namePrefix = prefix ?? 'webhook-';
  const signature = secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' ');
  return {
    'content-type': 'application/json',
    [`${namePrefix}id`]: id,
    [`${namePrefix}timestamp`]: String(Math.floor(at.getTime() / 1_000)),
    [`${namePrefix}signature`]: signature,
    ...headers,
  };
}

/** Sends a delivery and returns the response. */
export async function deliver(url: string, body: string, sent: Sent) {
  const response = await fetch(url, { method: 'POST', body, headers: signed(body, sent) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
