import { Webhook } from 'standardwebhooks';
import { isObject, type JsonObject } from '../../../src/lib/json.ts';
import type { VendorName } from '../../../src/platform/intake/vendors/vendor.ts';
import { fixture, postReport, type ReportAnswer, SIGNERS } from './signed-reports.ts';

/** A telephone call as its vendor knows it. */
export interface VendorCall {
  id: string;
  /** Of the person who calls. */
  number: string;
  /** In epoch milliseconds, at a full second: some vendors state no milliseconds. */
  startedAt: number;
  /** What was said: who, and what. */
  said: readonly (readonly [speaker: 'agent' | 'caller', text: string])[];
  summary: string;
}

/** What a vendor sends about a call, as bodies that are not signed yet. */
export interface ReportingVendor {
  name: VendorName;
  /** The announcement of a call in progress; undefined if the vendor sends none. */
  started?(call: VendorCall): object;
  /** The reports of a call that has ended, in the order in which the vendor sends them. */
  ended(call: VendorCall): [object, ...object[]];
  /** How many of the reports change a call that is recorded already: in this order, and in the reverse. */
  updates: { inOrder: number; reversed: number };
}

const SECONDS_PER_TURN = 0.1;
const CALL_SECONDS = 1;
const endOf = ({ startedAt }: VendorCall) => startedAt + CALL_SECONDS * 1_000;
/** Returns a fixture with changes: objects in it are merged, everything else is replaced. */
const changed = (name: string, changes: JsonObject) => merge(JSON.parse(fixture(name)), changes);
const iso = (time: number) => new Date(time).toISOString();

function merge(before: JsonObject, changes: JsonObject): JsonObject {
  const merged = Object.entries(changes).map(([name, value]) => {
    const old = before[name];
    return [name, isObject(old) && isObject(value) ? merge(old, value) : value];
  });
  return { ...before, ...Object.fromEntries(merged) };
}

const generic: ReportingVendor = {
  name: 'generic',
  started: ({ id, number, startedAt }) => ({
    event: 'started',
    call_id: id,
    phone: number,
    started_at: iso(startedAt),
  }),
  ended: (call) => [
    {
      call_id: call.id,
      phone: call.number,
      started_at: iso(call.startedAt),
      duration_seconds: CALL_SECONDS,
      turns: call.said.map(([speaker, text], index) => ({
        speaker: speaker === 'agent' ? 'receptionist' : 'caller',
        text,
        offset_seconds: index * SECONDS_PER_TURN,
      })),
    },
    { call_id: call.id, summary: call.summary, fields: { reason: 'cleaning' } },
  ],
  updates: { inOrder: 1, reversed: 1 },
};

const retellIds = ({ id, number, startedAt }: VendorCall) => ({
  call_id: id,
  from_number: number,
  start_timestamp: startedAt,
});

function retellEnd(call: VendorCall): JsonObject {
  const turns = call.said.map(([speaker, content], index) => ({
    role: speaker === 'agent' ? 'agent' : 'user',
    content,
    words: [{ word: content.split(' ')[0], start: index * SECONDS_PER_TURN, end: index * SECONDS_PER_TURN + 1 }],
  }));
  const spoken = { transcript: '', transcript_object: turns, transcript_with_tool_calls: turns };
  return { ...retellIds(call), ...spoken, end_timestamp: endOf(call), duration_ms: CALL_SECONDS * 1_000 };
}

const retell: ReportingVendor = {
  name: 'retell',
  started: (call) => changed('retell-call-started', { call: retellIds(call) }),
  ended: (call) => [
    changed('retell-call-ended', { call: retellEnd(call) }),
    changed('retell-call-analyzed', {
      call: { ...retellEnd(call), call_analysis: { call_summary: call.summary } },
    }),
  ],
  // The analysis has everything that the report of the end has.
  updates: { inOrder: 1, reversed: 0 },
};

const vapiIds = ({ id, number }: VendorCall) => ({ customer: { number }, call: { id, customer: { number } } });

const vapi: ReportingVendor = {
  name: 'vapi',
  started: (call) => changed('vapi-status-in-progress', { message: vapiIds(call) }),
  ended(call) {
    const messages = call.said.map(([speaker, message], index) => ({
      role: speaker === 'agent' ? 'bot' : 'user',
      message,
      time: call.startedAt + index * SECONDS_PER_TURN * 1_000,
      secondsFromStart: index * SECONDS_PER_TURN,
    }));
    const times = { startedAt: iso(call.startedAt), endedAt: iso(endOf(call)), timestamp: endOf(call) };
    const found = { analysis: { summary: call.summary }, artifact: { messages } };
    return [
      changed('vapi-status-ended', { message: vapiIds(call) }),
      changed('vapi-end-of-call', { message: { ...vapiIds(call), ...times, ...found } }),
    ];
  },
  // A status alone is no call.
  updates: { inOrder: 0, reversed: 0 },
};

const elevenlabs: ReportingVendor = {
  name: 'elevenlabs',
  ended(call) {
    const transcript = call.said.map(([speaker, message], index) => ({
      role: speaker === 'agent' ? 'agent' : 'user',
      message,
      time_in_call_secs: Math.round(index * SECONDS_PER_TURN),
    }));
    const started = call.startedAt / 1_000;
    const metadata = {
      start_time_unix_secs: started,
      accepted_time_unix_secs: started,
      call_duration_secs: CALL_SECONDS,
      phone_call: { external_number: call.number },
    };
    const analysis = { transcript_summary: call.summary };
    const data = { conversation_id: call.id, transcript, metadata, analysis };
    return [changed('elevenlabs-transcription', { data })];
  },
  updates: { inOrder: 0, reversed: 0 },
};

export const REPORTING = { generic, retell, vapi, elevenlabs } as const;

/** Signs a report as its vendor does, and sends it to the address of a source. */
export async function sendSigned(
  { name }: ReportingVendor,
  { address, secret }: { address: string; secret: string },
  report: object,
): Promise<ReportAnswer> {
  const body = JSON.stringify(report);
  const now = new Date();
  const headers =
    name === 'generic'
      ? {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
          'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
        }
      : await SIGNERS[name]?.(body, now.getTime(), secret);
  return postReport(address, body, headers);
}
