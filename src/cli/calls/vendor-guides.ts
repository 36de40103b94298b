import { VENDOR_TITLES, type VendorName } from '../../platform/intake/vendors/vendor.ts';

/** What an operator does on the pages of a vendor, for `calls sources add`. */
interface VendorGuide {
  title: string;
  /** What signs the vendor's reports, with its article: `the API key with the webhook badge`. */
  signer: string;
  /** Where the vendor shows its secret, as a sentence; undefined if the secret is made here. */
  secretPlace?: string;
  /** True if the vendor makes its secret only when it knows the address: the secret is stored later. */
  secretNeedsAddress?: true;
  /** The content of `--vendor-key-file`, if conversations have to be fetched. */
  vendorKey?: string;
  /** What to click and to paste, after the address and the secret were shown. */
  steps: readonly string[];
}

/** The terms are those of the vendors' documentation; docs/voice has the sources. */
export const VENDOR_GUIDES: Readonly<Record<VendorName, VendorGuide>> = {
  vapi: {
    title: VENDOR_TITLES.vapi,
    signer: 'the secret',
    steps: [
      'Dashboard > Custom Credentials: add one of the type HMAC with the secret. Leave the rest as it is: SHA-256, signature in x-signature, timestamp in x-timestamp, payload {timestamp}.{body}, hex.',
      'Assistant (or phone number) > Server: paste the address as the server URL, and choose the credential.',
      'Assistant > Server messages: select end-of-call-report and status-update, and nothing else.',
      'Vapi sends each report once. To have it repeated after a failure, set server.backoffPlan.maxRetries through their API, such as 5.',
    ],
  },
  retell: {
    title: VENDOR_TITLES.retell,
    signer: 'the API key with the webhook badge',
    secretPlace: 'Retell signs with the API key that has the webhook badge, in its dashboard under API Keys.',
    steps: [
      'Agent > Webhook settings: paste the address as the webhook URL. For all agents at once: Settings > Webhooks; the URL of an agent replaces it.',
      'Keep the events call_started, call_ended and call_analyzed: the last one has the summary.',
    ],
  },
  elevenlabs: {
    title: VENDOR_TITLES.elevenlabs,
    signer: 'the secret of the webhook',
    secretPlace: 'ElevenLabs makes the secret (wsec_…) when the webhook is created, and shows it then.',
    secretNeedsAddress: true,
    steps: [
      'Settings > Webhooks: create a webhook of the type HMAC with the address, and enable retries. Save the secret that ElevenLabs shows in a file that only you can read.',
      'Agents > Settings > Post-call webhook: choose the webhook, with the events transcript and call initiation failure. Deselect audio.',
    ],
  },
  bland: {
    title: VENDOR_TITLES.bland,
    signer: 'the webhook signing secret',
    secretPlace: 'Bland shows the webhook signing secret once: Account Settings > Keys > Replace Secret.',
    steps: [
      'Inbound numbers: paste the address as the webhook of the number.',
      'Calls that you send: state the address as "webhook" in the request that sends the call. Leave out webhook_events.',
    ],
  },
  telnyx: {
    title: VENDOR_TITLES.telnyx,
    signer: 'the public key',
    secretPlace: 'Telnyx shows its public key in Mission Control > Account Settings > Keys & Credentials > Public Key.',
    vendorKey: 'an API key of Telnyx',
    steps: [
      'AI assistant: paste the address as the webhook URL of the application or connection whose calls the assistant answers.',
      'Telnyx reports that a conversation has ended, without its turns: they are fetched with the API key.',
    ],
  },
  twilio: {
    title: VENDOR_TITLES.twilio,
    signer: 'the auth token',
    secretPlace: 'Twilio shows the auth token in its console, under Account Info.',
    vendorKey: 'ACCOUNT_SID:AUTH_TOKEN, or ACCOUNT_SID:API_KEY_SID:API_KEY_SECRET',
    steps: [
      'Phone number > Voice > "Call status changes": paste the address, with HTTP POST. For calls that you make, state it as StatusCallback.',
      'Twilio reports calls without their turns. Record the calls, and have Conversational Intelligence transcribe them, with the address as its webhook: the turns of its transcripts are fetched with the API key.',
      'Twilio signs the address, too: start rcpt-mcp with --public-url (RCPT_PUBLIC_URL).',
    ],
  },
  generic: {
    title: VENDOR_TITLES.generic,
    signer: 'the secret',
    steps: [
      'After each call, send a POST with the report as JSON (Content-Type: application/json) to the address. The report has call_id, phone, started_at, ended_at, summary, turns and other fields: docs/calls.md.',
      'Sign it as Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature) with the secret; libraries for most languages: standardwebhooks.com.',
      'Send it again, unchanged, until the answer is 2xx.',
    ],
  },
};
