import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A signing secret as platforms give them. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

let count = 0;
/** A notification's body, with an id of its own. */
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
  /** When it is said to be signed. Default: now. */
  at?: Date;
  /** Several sign as a platform does that replaces its secret. */
  secrets?: readonly string[];
  /** Names of the headers. */
  prefix?: string;
  headers?: Record<string, string>;
}

/** The headers of a delivery, signed by another implementation than the one that verifies. */
export function signed(body: string, { id = `msg_${++count}`, at = new Date(), secrets = [], prefix, headers }: Sent) {
  const name = prefix ?? 'webhook-';
  const signature = secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' ');
  return {
    'content-type': 'application/json',
    [`${name}id`]: id,
    [`${name}timestamp`]: String(Math.floor(at.getTime() / 1_000)),
    [`${name}signature`]: signature,
    ...headers,
  };
}

/** Delivers, and tells what was answered. */
export async function deliver(url: string, body: string, sent: Sent) {
  const response = await fetch(url, { method: 'POST', body, headers: signed(body, sent) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
