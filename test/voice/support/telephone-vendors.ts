import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';

/** Deliveries of Telnyx and Twilio as their documentation describes them: no account of either was available. */

/** A request to the address of a source. */
export interface SignedDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The signing key of a Telnyx account. */
export function telnyxKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    /** As the portal shows it: base64 of the 32 bytes at the end of the DER encoding. */
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
    /** @param time seconds since the epoch. */
    sign(url: string, body: string, time = Math.floor(Date.now() / 1_000)): SignedDelivery {
      const signature = sign(null, Buffer.from(`${time}|${body}`), privateKey).toString('base64');
      const headers = { 'telnyx-timestamp': String(time), 'telnyx-signature-ed25519': signature };
      return { url, body, headers: { 'content-type': 'application/json', ...headers } };
    },
  };
}

/** Computes `X-Twilio-Signature`. */
export function twilioSignature(token: string, url: string, fields: Record<string, string> = {}): string {
  const sorted = Object.keys(fields).sort();
  const text = sorted.reduce((signed, name) => signed + name + fields[name], url);
  return createHmac('sha1', token).update(text).digest('base64');
}

/** A callback of Twilio in form encoding. */
export function twilioForm(token: string, url: string, fields: Record<string, string>): SignedDelivery {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignature(token, url, fields),
  };
  return { url, body: new URLSearchParams(fields).toString(), headers };
}

/** A callback of Twilio in JSON: its address has the hash of the body. */
export function twilioJson(token: string, address: string, document: object): SignedDelivery {
  const body = JSON.stringify(document);
  const url = `${address}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
  return {
    url,
    body,
    headers: { 'content-type': 'application/json', 'x-twilio-signature': twilioSignature(token, url) },
  };
}

/** The sample of Telnyx's documentation, with the number of a customer. */
export const telnyxEnded = (payload: object = {}) => ({
  data: {
    record_type: 'event',
    event_type: 'call.conversation.ended',
    id: 'eb8775a6-634f-48b0-b177-d5465a8a8e9f',
    occurred_at: '2025-05-29T13:35:38.817785Z',
    created_at: '2025-05-29T13:35:38.927621Z',
    payload: {
      assistant_id: 'assistant-d9082b56-ba2d-4ad1-a50c-58661eb1463d',
      call_control_id: 'v3:HDR1vQHx697hpP9xZ0bhlbUOWPFPDtPcxw-nuSMuC6mGVpb0euoklQ',
      call_leg_id: 'cc29cce6-3c91-11f0-a8e5-02420aef3d20',
      call_session_id: 'cc29c8d6-3c91-11f0-aa7c-02420aef3d20',
      calling_party_type: 'sip',
      connection_id: '2694492062593582591',
      conversation_id: '0424805b-adc1-4ff8-9f95-e1de6883ecbe',
      duration_sec: 30,
      from: '+13124287921',
      to: 'james@assistant-d9082b56-ba2d-4ad1-a50c-58661eb1463d.sip.telnyx.com',
      llm_model: 'openai/gpt-4o',
      reason: 'customer_disconnect',
      ...payload,
    },
  },
});

const sid = (kind: string) => `${kind}${'0123456789abcdef'.repeat(2)}`;
export const ACCOUNT = sid('AC');
export const CALL = sid('CA');
export const RECORDING = sid('RE');
export const TRANSCRIPT = sid('GT');
export const TWILIO_TOKEN = '0123456789abcdef'.repeat(2);

/** The status callback of a call that ended. */
export const twilioStatus = (fields: Record<string, string> = {}): Record<string, string> => ({
  CallSid: CALL,
  AccountSid: ACCOUNT,
  From: '+13124287921',
  To: '+12025550100',
  CallStatus: 'completed',
  Direction: 'inbound',
  CallDuration: '30',
  Duration: '1',
  Timestamp: 'Thu, 29 May 2025 13:35:38 +0000',
  CallbackSource: 'call-progress-events',
  SequenceNumber: '3',
  ...fields,
});
