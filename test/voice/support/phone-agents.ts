import { connect, type TestClient } from '../../support/clients.ts';
import { bearerHeader } from '../../support/guarded.ts';
import { callOver, messageOf, type Revision, rpc, sendRaw, spokenText } from '../../support/voice-server.ts';
import { REPORTING, type ReportingVendor, type VendorCall } from './vendor-calls.ts';

/** Calls a tool in a telephone call, as the model of a voice agent does, and returns what the agent says. */
export type Speak = (name: string, args?: Record<string, unknown>) => Promise<string>;

/** A voice agent that connects in the way of a vendor, with a new connection for each request. */
export interface PhoneAgent {
  title: string;
  /** Who reports its calls. */
  vendor: ReportingVendor;
  /** Connects, and returns the names of the tools that are offered. Absent: the vendor's dashboard has them. */
  tools?(server: VoiceAccess): Promise<string[]>;
  speaker(server: VoiceAccess, call: VendorCall): Speak;
}

/** The URL of `/mcp`, and a token of the voice profile. */
export interface VoiceAccess {
  url: string;
  token: string;
}

/** How the server learns the caller's number beside the call that `X-Call-Id` names. */
type NumberPlace = 'header' | '_meta' | 'announcement';

export const NUMBER_HEADER = 'X-Caller-Number';
export const NUMBER_META = 'caller_number';

/** An agent that keeps no session: the handshake, the list and each call have connections of their own. */
const rawAgent = (revision: Revision, vendor: ReportingVendor, place: NumberPlace): PhoneAgent => ({
  title: `of MCP ${revision} whose calls ${vendor.name} reports`,
  vendor,
  async tools({ url, token }) {
    const send = async (method: string, params = {}) => {
      const { body, headers } = rpc(revision, method, params);
      return messageOf(await sendRaw(url, body, [...headers, 'Authorization', `Bearer ${token}`])).result;
    };
    const clientInfo = { name: 'voice', version: '1.0.0' };
    const answer = await send('initialize', { protocolVersion: revision, capabilities: {}, clientInfo });
    if (answer?.protocolVersion !== revision) throw new Error(`the server speaks ${answer?.protocolVersion}`);
    const listed = (await send('tools/list')) as { tools: { name: string }[] };
    return listed.tools.map(({ name }) => name);
  },
  speaker({ url, token }, { id, number }) {
    const stated = place === 'header' ? [NUMBER_HEADER, number] : [];
    const meta = place === '_meta' ? { _meta: { [NUMBER_META]: number } } : {};
    const headers = ['Authorization', `Bearer ${token}`, 'X-Call-Id', id, ...stated];
    return async (name, args = {}) =>
      spokenText(await callOver(url, revision, { name, arguments: args, ...meta }, headers));
  },
});

/** An agent with the client of the SDK, which connects for each request. */
const sdkAgent = (vendor: ReportingVendor): PhoneAgent => ({
  title: `of MCP 2026-07-28 with the SDK whose calls ${vendor.name} reports`,
  vendor,
  tools: (server) => withClient(server, {}, async (client) => (await client.tools()).map(({ name }) => name)),
  speaker:
    (server, { id }) =>
    (name, args) =>
      withClient(server, { 'x-call-id': id }, async (client) => (await client.call(name, args)).text),
});

async function withClient<T>(
  { url, token }: VoiceAccess,
  headers: Record<string, string>,
  work: (client: TestClient) => Promise<T>,
): Promise<T> {
  const client = await connect('v2 2026-07-28', { url, headers: { ...bearerHeader(token), ...headers } });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Vapi's assistant without MCP. */
const toolCallsAgent: PhoneAgent = {
  title: "of Vapi's tool calls without MCP",
  vendor: REPORTING.vapi,
  speaker:
    ({ url, token }, { id, number }) =>
    async (name, args = {}) => {
      const toolCallList = [{ id: 'toolu_1', name, parameters: args }];
      const call = { id, type: 'inboundPhoneCall', customer: { number } };
      const message = { type: 'tool-calls', toolCallList, call };
      const address = new URL('/api/voice/vapi', url).href;
      const answer = await sendRaw(address, { message }, ['Authorization', `Bearer ${token}`]);
      const { results } = JSON.parse(answer.body) as { results: { result: string }[] };
      return results.map(({ result }) => result).join(' | ');
    },
};

export const PHONE_AGENTS: readonly PhoneAgent[] = [
  rawAgent('2024-11-05', REPORTING.generic, 'announcement'),
  rawAgent('2025-03-26', REPORTING.retell, 'header'),
  rawAgent('2025-06-18', REPORTING.elevenlabs, '_meta'),
  rawAgent('2025-11-25', REPORTING.vapi, 'announcement'),
  sdkAgent(REPORTING.retell),
  toolCallsAgent,
];
