import type { JsonObject } from '../../../src/lib/json.ts';
import {
  callOver,
  messageOf,
  type RawAnswer,
  type RawHeaders,
  REVISIONS,
  type Revision,
  sendRaw,
} from '../../support/voice-server.ts';
import type { Setup, World } from './world.ts';

/** What the server takes from a request to know who calls. */
export interface Caller {
  /** Value of the header that the operator named. */
  number?: string | undefined;
  /** Value of `X-Call-Id`. */
  callId?: string | undefined;
  /** Other headers. */
  headers?: RawHeaders | undefined;
  /** `_meta` of the call. */
  meta?: JsonObject | undefined;
  /** The fields of Vapi's message besides the tool call: it is sent to `/api/voice/vapi`. */
  vapi?: JsonObject | undefined;
  /** Default: the voice profile for all, with a header for the number. */
  setup?: Setup | undefined;
}

/** What an answer means. Every answer must be the one that is expected, so that no attack fails for another reason. */
export const HEARS = {
  nothing: /^I find no appointment ahead under the number you are calling from\.$/,
  unknownNumber: /^I cannot see the number you are calling from/,
  question: /^I would (book|move|cancel) .* Is that right\?$/,
  twiceQuestion: /^You already have .* I would (book|move) .* Is that right\?$/,
  booked: /^It is booked: /,
  moved: /^It is moved\. You now have /,
  cancelled: /^It is cancelled: /,
  impossible: /^That time is not possible\./,
  ownLimit: /^You already have as many appointments on that day as one customer can have\./,
  free: / (is|are) free\./,
  notFree: /^Nothing is free then\./,
  own: /^You have /,
  otherOnes: /^I do not find that one\. You have /,
  notUnderstood: /^I did not understand that, and nothing was changed\./,
  whichDay: /^Which day do you mean\?/,
  noService: /^We do not offer that\. We offer /,
  noPerson: /^I do not know that person\. You can choose /,
  askNumber: /^I cannot see your number\. Under which number/,
  askChecks: /^May I have your full name and your date of birth, please\?$/,
  noMatch: /^I cannot match that with an appointment under this number\./,
  locked: /^I cannot look up appointments in this call\./,
  refused400: /^400 /,
  noMethod: /^(200|404) .*-32601/s,
} as const;
export type Heard = keyof typeof HEARS;

/** One turn of a conversation. */
export interface Turn {
  hears: Heard | RegExp;
  /** Default: the caller of the conversation. */
  from?: Caller | undefined;
  /** The customer does it, in the customer's world only, and may hear about their own appointments. */
  byCustomer?: boolean;
  send(world: World, from: Caller, revision: Revision): Promise<RawAnswer[]>;
}

/** A scripted conversation. */
export interface Attack {
  /** Ends the sentence that begins with `a caller`. */
  title: string;
  from: Caller;
  turns: readonly Turn[];
}

type Args = JsonObject | ((world: World) => JsonObject);
const resolved = (args: Args, world: World) => (typeof args === 'function' ? args(world) : args);

/** A tool call. */
export const call = (tool: string, args: Args, hears: Heard | RegExp, from?: Caller): Turn => ({
  hears,
  from,
  send: async (world, caller, revision) => [await callTool(world, caller, revision, tool, resolved(args, world))],
});

/** The same question to several arguments, which must have the same meaning of answer. */
export const each = (tool: string, list: readonly Args[], hears: Heard | RegExp, from?: Caller): Turn[] =>
  list.map((args) => call(tool, args, hears, from));

/** A request that is no ordinary tool call. */
export const request = (
  hears: Heard | RegExp,
  send: (url: string, world: World, revision: Revision) => Promise<RawAnswer>,
  setup: Setup = 'header',
): Turn => ({ hears, send: async (world, _from, revision) => [await send(world.urls[setup], world, revision)] });

/** Turns of the customer whom the attack is about. */
export const byCustomer = (turn: Turn): Turn => ({ ...turn, byCustomer: true });

const headersOf = ({ number, callId, headers = [] }: Caller): RawHeaders => [
  ...(number === undefined ? [] : ['X-Caller-Number', number]),
  ...(callId === undefined ? [] : ['X-Call-Id', callId]),
  ...headers,
];

function callTool(
  { urls, tokens }: World,
  caller: Caller,
  revision: Revision,
  name: string,
  args: JsonObject,
): Promise<RawAnswer> {
  const { setup = 'header', meta, vapi } = caller;
  const url = urls[setup];
  const headers = [...headersOf(caller), ...(setup === 'token' ? ['Authorization', `Bearer ${tokens.voice}`] : [])];
  if (vapi) {
    const message = { type: 'tool-calls', toolCallList: [{ id: 'toolu_1', name, parameters: args }], ...vapi };
    return sendRaw(new URL('/api/voice/vapi', url).href, { message }, headers);
  }
  return callOver(url, revision, { name, arguments: args, ...(meta ? { _meta: meta } : {}) }, headers);
}

/** Returns what a person hears, or the status and the body of an answer that is not spoken. */
export function heard(answer: RawAnswer): string {
  const raw = `${answer.status} ${answer.body}`;
  if (answer.status !== 200 || answer.body === '') return raw;
  const message = messageOf(answer) as { result?: { content?: { text: string }[] }; results?: { result: string }[] };
  const texts = message.result?.content?.map(({ text }) => text) ?? message.results?.map(({ result }) => result);
  return texts ? texts.join(' | ') : raw;
}

/** An answer as far as it can depend on records: not the date. */
export interface Answered {
  hears: Heard | RegExp;
  byCustomer: boolean;
  status: number;
  type: string | undefined;
  headers: string[];
  body: string;
  text: string;
}

/** Holds a conversation in one world. */
export async function hold({ from, turns }: Attack, world: World, index: number, isTwin: boolean): Promise<Answered[]> {
  const revision = REVISIONS[index % REVISIONS.length] as Revision;
  const answers: Answered[] = [];
  for (const turn of turns) {
    if (turn.byCustomer && isTwin) continue;
    for (const answer of await turn.send(world, turn.from ?? from, revision))
      answers.push({
        hears: turn.hears,
        byCustomer: turn.byCustomer === true,
        status: answer.status,
        type: answer.type,
        headers: Object.keys(answer.headers).sort(),
        body: answer.body,
        text: heard(answer),
      });
  }
  return answers;
}
