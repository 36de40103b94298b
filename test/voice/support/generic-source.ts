import { Webhook } from 'standardwebhooks';
import type { Platform } from '../../../src/platform/index.ts';
import { assertDescribed } from '../../support/openapi.ts';

/** A source of the kind `generic` that signs its reports with the library of Standard Webhooks. */
export interface GenericSource {
  id: string;
  /** Sends a report. */
  send(report: unknown, options?: SendOptions): Promise<{ status: number; body: Record<string, unknown> }>;
}

export interface SendOptions {
  /** Seconds by which the timestamp differs from now. */
  age?: number;
  /** Default: the secret of the source. */
  secret?: string;
  /** Changes the signed request before it is sent. */
  change?: (request: { headers: Record<string, string>; body: string }) => void;
}

/** The report of a call that ended, with these differences. */
export const endedCall = (callId: string, more: object = {}) => ({
  event: 'ended',
  call_id: callId,
  phone: '+12125550123',
  started_at: '2024-01-07T15:00:00Z',
  duration_seconds: 61,
  turns: [
    { speaker: 'receptionist', text: 'How can I help?', offset_seconds: 1 },
    { speaker: 'caller', text: 'I would like a cleaning.', offset_seconds: 4 },
  ],
  ...more,
});

/** Adds a source to a platform that is served at `url`. */
export async function addGenericSource(
  platform: Pick<Platform, 'callSources'>,
  url: string,
  name = 'front desk',
): Promise<GenericSource> {
  const { source, secret } = await platform.callSources.add({ vendor: 'generic', name });
  return genericSource(`${url}/api/intake/${source.id}`, source.id, secret?.reveal() ?? '');
}

export function genericSource(address: string, id: string, secret: string): GenericSource {
  return {
    id,
    async send(report, { age = 0, secret: other = secret, change } = {}) {
      const body = typeof report === 'string' ? report : JSON.stringify(report);
      const at = new Date(Date.now() - age * 1_000);
      const request = {
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': new Webhook(other).sign('msg_1', at, body),
        } as Record<string, string>,
      };
      change?.(request);
      const response = await fetch(address, { method: 'POST', ...request });
      const { status, headers } = response;
      const text = await response.text();
      assertDescribed('POST', address, { status, headers, text });
      return { status, body: JSON.parse(text) as Record<string, unknown> };
    },
  };
}
