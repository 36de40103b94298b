import type { Platform } from '../../../src/platform/index.ts';
import type { VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { fixture, SIGNERS } from '../support/signed-reports.ts';
import { CALL, TWILIO_TOKEN, telnyxKey, twilioForm, twilioStatus } from '../support/telephone-vendors.ts';

/** The id of the call that Twilio announces. */
export const TWILIO_CALL = CALL;

interface Announcing {
  platform: Pick<Platform, 'callSources'>;
  url: string;
  /** The time of the platform's clock, in epoch milliseconds. */
  now: number;
  /** The number of the customer. */
  phone: string;
}

/** Announces calls in progress of others, who state the customer's number where a caller can choose it. */
export async function announceVendorCalls({ platform, url, now, phone }: Announcing): Promise<void> {
  const sip = `sip:${phone}@attacker.invalid`;
  const add = async (vendor: VendorName, secret: string) => {
    const { source } = await platform.callSources.add({ vendor, name: vendor, secret });
    return `${url}/api/intake/${source.id}`;
  };

  const vapi = await add('vapi', SECRET);
  const vapiCalls = [
    { call: { id: 'call-web', type: 'webCall' }, customer: { number: phone } },
    { call: { id: 'call-sip-uri' }, customer: { sipUri: sip } },
    { call: { id: 'call-sip-number' }, customer: { number: sip } },
    { call: { id: 'call-sip-name' }, customer: { number: `"<sip:${phone}@x>" <sip:anonymous@anonymous.invalid>` } },
  ];
  for (const call of vapiCalls) {
    const message = { type: 'status-update', status: 'in-progress', timestamp: now, ...call };
    const body = JSON.stringify({ message });
    await post(vapi, body, await SIGNERS.vapi?.(body, now, SECRET));
  }

  const retell = JSON.parse(fixture('retell-call-started')) as { call: object };
  const retellBody = JSON.stringify({ ...retell, call: { ...retell.call, call_id: 'call-retell', from_number: sip } });
  await post(await add('retell', SECRET), retellBody, await SIGNERS.retell?.(retellBody, now, SECRET));

  const key = telnyxKey();
  const payload = { call_control_id: 'call-telnyx', direction: 'incoming', from: sip, to: '+13036660100' };
  const telnyxBody = JSON.stringify({ data: { event_type: 'call.initiated', payload } });
  const telnyx = key.sign(await add('telnyx', key.publicKey), telnyxBody, Math.floor(now / 1_000));
  await post(telnyx.url, telnyx.body, telnyx.headers);

  const fields = twilioStatus({ CallStatus: 'in-progress', From: sip });
  const twilio = twilioForm(TWILIO_TOKEN, await add('twilio', TWILIO_TOKEN), fields);
  await post(twilio.url, twilio.body, twilio.headers);
}

const SECRET = 'secret_of_the_vendor_0123456789';

async function post(url: string, body: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${answer}`);
}
