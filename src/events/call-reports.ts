import { isObject, type JsonObject } from '../lib/json.ts';

/** A system whose reports of calls `POST /api/intake/{source_id}` receives. */
interface VoiceSystem {
  name: string;
  /** The header with the system's own signature. */
  header?: string;
  /** True for the form of its reports, by members that no notification of a platform has together. */
  sends(body: JsonObject): boolean;
}

const RETELL_EVENT =
  /^(?:call_(?:started|ended|analyzed)|transcript_updated|transfer_(?:started|bridged|cancelled|ended))$/;
const RETELL_FIELDS = ['agent_id', 'call_type', 'call_status', 'transcript_object', 'disconnection_reason'];
const TELNYX_FIELDS = ['call_control_id', 'call_session_id', 'conversation_id'];

/** The names of events and members are those of the vendors' documentation; docs/voice has a page for each. */
const SYSTEMS: readonly VoiceSystem[] = [
  {
    name: 'Vapi',
    sends: ({ message }) =>
      isObject(message) && typeof message.type === 'string' && hasAny(message, ['call', 'artifact', 'toolCallList']),
  },
  {
    name: 'Retell',
    header: 'x-retell-signature',
    sends: ({ event, call, data }) => RETELL_EVENT.test(String(event)) && hasAny(call ?? data, RETELL_FIELDS),
  },
  {
    name: 'ElevenLabs',
    header: 'elevenlabs-signature',
    sends: ({ type, data }) =>
      /^(?:post_call_|call_initiation_)/.test(String(type)) && hasAny(data, ['conversation_id']),
  },
  {
    name: 'Bland',
    sends: (body) => hasText(body, 'call_id') && hasAny(body, ['concatenated_transcript', 'call_length']),
  },
  {
    name: 'Telnyx',
    header: 'telnyx-signature-ed25519',
    sends: ({ data }) =>
      isObject(data) && /^call\./.test(String(data.event_type)) && hasAny(data.payload, TELNYX_FIELDS),
  },
  { name: 'Twilio', header: 'x-twilio-signature', sends: (body) => hasText(body, 'CallSid') },
  {
    name: 'OpenAI',
    sends: ({ type, data }) => /^realtime\.call\./.test(String(type)) && hasAny(data, ['sip_headers']),
  },
  {
    name: 'a voice agent',
    // The generic report (src/contract/call-report.ts).
    sends: (body) =>
      hasText(body, 'call_id') && (Array.isArray(body.turns) || /^(?:started|ended)$/.test(String(body.event))),
  },
];

/** Returns the name of the system that sends a call report; undefined for any other notification. */
export function reportingSystem(body: JsonObject, headers: Headers): string | undefined {
  return SYSTEMS.find(({ header, sends }) => (header !== undefined && headers.has(header)) || sends(body))?.name;
}

const hasText = (body: JsonObject, name: string) => typeof body[name] === 'string';

const hasAny = (value: unknown, names: readonly string[]) =>
  isObject(value) && names.some((name) => Object.hasOwn(value, name));
