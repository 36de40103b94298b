import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../../scripts/token-cost.ts';
import { CLIENTS, connect } from '../../support/clients.ts';
import { type Guarded, startGuarded, toolNames } from '../../support/guarded.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../../support/program.ts';
import { callOver, messageOf, REVISIONS, rpc, sendRaw, spokenText } from '../../support/voice-server.ts';

/** The built program with `--profile voice`, and with tokens of this profile. */
const TOOLS = [
  'list_services',
  'get_opening_hours',
  'find_open_times',
  'create_booking',
  'list_bookings',
  'update_booking',
  'cancel_booking',
];
const BOTH = ['Accept', 'application/json, text/event-stream'];
const CALLER = ['X-Caller-Number', '+12125550123'];

let full: Guarded;
let voice: Guarded;
let agent: string[];
let assistant: string[];
const bearer = (token: string) => ['Authorization', `Bearer ${token}`];

beforeAll(async () => {
  const options = ['--caller-number-header', 'X-Caller-Number'];
  [full, voice] = await Promise.all([
    startGuarded('token', options),
    startGuarded('token', ['--profile', 'voice', '--language', 'de-DE', ...options]),
  ]);
  agent = bearer(await full.token('agent', '--profile', 'voice'));
  assistant = bearer(await full.token('assistant'));
});
afterAll(() => Promise.all([full?.close(), voice?.close()]));

const namesFor = (server: Guarded, [, value]: string[]) => toolNames(server.url, { authorization: value as string });

describe('a token of the voice profile on a full server', () => {
  it('the token lists the tools of the voice profile, and other tokens list all', async () => {
    expect(await namesFor(full, agent)).toEqual(TOOLS);
    const others = await namesFor(full, assistant);
    expect(others).toEqual(expect.arrayContaining(['list_calls', 'list_contacts', 'get_account_context']));
  });

  const PROMPT = { name: 'morning_briefing' };
  const RESOURCE = { uri: 'rcpt://bookings/upcoming' };

  it.each(REVISIONS)('the token reaches no other tool, resource or prompt over MCP %s', async (revision) => {
    for (const name of ['list_calls', 'list_contacts', 'get_booking', 'get_account_context', 'list_webhooks']) {
      const answer = await callOver(full.url, revision, { name, arguments: {} }, [...agent, ...CALLER]);
      expect([name, answer.status, messageOf(answer).result?.isError]).toEqual([name, 200, true]);
      expect(spokenText(answer)).not.toContain(name);
    }
    const methods = ['resources/list', 'resources/read', 'resources/subscribe', 'prompts/list', 'prompts/get'];
    for (const method of [...methods, 'completion/complete']) {
      const { body, headers } = rpc(revision, method, method.startsWith('prompts') ? PROMPT : RESOURCE);
      const { error, result } = messageOf(await sendRaw(full.url, body, [...headers, ...agent]));
      expect([method, result]).toEqual([method, undefined]);
      expect([method, error]).toEqual([method, expect.objectContaining({ code: -32601 })]);
    }
  });

  it('the token is answered in words, and other tokens with structured content', async () => {
    const call = { name: 'list_services', arguments: {} };
    const spoken = await callOver(full.url, '2025-06-18', call, agent);
    expect(Object.keys(messageOf(spoken).result ?? {})).toEqual(['content']);
    const structured = await callOver(full.url, '2025-06-18', call, [...assistant, ...BOTH]);
    expect(Object.keys(messageOf(structured).result ?? {})).toContain('structuredContent');
  });

  it.each(CLIENTS)('the server serves the client %s', async (kind) => {
    const headers = { authorization: agent[1] as string, 'x-call-id': 'call-1' };
    const client = await connect(kind, { url: full.url, headers });
    expect((await client.tools()).map(({ name }) => name)).toEqual(TOOLS);
    const answer = await client.call('list_services');
    expect(answer).toMatchObject({ isError: false, data: {} });
    expect(client.capabilities).toEqual({ tools: { listChanged: false } });
    await client.close();
  });

  it('the token is restricted by --read-only, by X-RCPT-Read-Only and by toolsets', async () => {
    const reading = ['list_services', 'get_opening_hours', 'find_open_times', 'list_bookings'];
    const reader = bearer(await full.token('reader', '--profile', 'voice', '--read-only'));
    expect(await namesFor(full, reader)).toEqual(reading);
    const headers = { authorization: agent[1] as string, 'x-rcpt-read-only': 'true' };
    expect(await toolNames(full.url, headers)).toEqual(reading);
    const service = bearer(await full.token('services', '--profile', 'voice', '--toolsets', 'services'));
    expect(TOOLS).toEqual(expect.arrayContaining(await namesFor(full, service)));
    expect(await namesFor(full, service)).not.toContain('list_bookings');
  });

  it('the token is shown by tokens list, and stored beside the hash', async () => {
    const { stdout } = await full.manage('list');
    expect(stdout).toMatch(/^agent .*valid +[0-9a-f]{8} +voice +default$/m);
    expect(stdout).toMatch(/^assistant .*valid +[0-9a-f]{8} +full +default$/m);
  });

  it('the token may call Vapi’s address, and a token without the profile may not', async () => {
    const url = new URL('/api/voice/vapi', full.url).href;
    const body = {
      message: { type: 'tool-calls', toolCallList: [{ id: '1', name: 'list_services', parameters: {} }] },
    };
    const answer = await sendRaw(url, body, agent);
    expect(answer.status).toBe(200);
    const said = spokenText(await callOver(full.url, '2025-06-18', { name: 'list_services', arguments: {} }, agent));
    expect(JSON.parse(answer.body)).toEqual({ results: [{ name: 'list_services', toolCallId: '1', result: said }] });
    const refused = await sendRaw(url, body, assistant);
    expect([refused.status, JSON.parse(refused.body).message]).toEqual([403, expect.stringMatching(/--profile voice/)]);
    const anonymous = await sendRaw(url, body);
    expect([anonymous.status, anonymous.headers['www-authenticate']]).toEqual([401, 'Bearer realm="rcpt-mcp"']);
  });
});

describe('a server with --profile voice', () => {
  it('gives every token the voice profile, in the language of the option', async () => {
    const token = bearer(await voice.token('any'));
    expect(await namesFor(voice, token)).toEqual(TOOLS);
    const { result } = messageOf(await callOver(voice.url, '2025-06-18', { name: 'no_such_tool' }, token));
    expect(JSON.stringify(result)).toMatch(/Sie|nicht|bitte/i);
  });

  it('prints how voice agents connect, and not how other clients do', () => {
    const { stdout } = voice.program.output;
    expect(stdout).toMatch(/: 7 tools for /);
    expect(stdout).toMatch(/voice agents {4}MCP server http:\S+\/mcp, header Authorization: Bearer rcpt_token_…/);
    expect(stdout).toMatch(/Vapi tools {6}server http:\S+\/api\/voice\/vapi/);
    expect(stdout).not.toContain('Claude Code');
  });

  it('has definitions of less than 900 tokens, and short instructions', async () => {
    const token = bearer(await voice.token('counting'));
    const of = async (method: string, params: object) =>
      messageOf(await sendRaw(voice.url, { jsonrpc: '2.0', id: 1, method, params }, token)).result;
    const { tools } = (await of('tools/list', {})) as { tools: Record<string, unknown>[] };
    // What a model reads of a definition.
    const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(countTokens(JSON.stringify(read))).toBeLessThan(900);
    const handshake = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'v', version: '1' } };
    expect(countTokens(String((await of('initialize', handshake))?.instructions))).toBeLessThan(120);
  });
});

describe('options of the voice profile', () => {
  const home = temporaryFolder();
  const run = (args: string[], env: Record<string, string> = {}) => runProgram(args, cleanEnvironment(home, env));
  const tokens = ['--tokens', join(home, 'tokens.jsonl')];
  afterAll(() => rm(home, { recursive: true, force: true }));

  it.each<[args: string[], env: Record<string, string>, message: RegExp]>([
    [['http', '--profile', 'phone'], {}, /--profile must be one of full, voice, such as --profile voice/],
    [['http'], { RCPT_PROFILE: 'phone' }, /RCPT_PROFILE.* must be one of full, voice/],
    [['--profile', 'voice'], {}, /--profile is not an option of stdio; it belongs to http, doctor, tokens/],
    [['http', '--profile', 'voice', '--language', 'english'], {}, /must be a BCP 47 tag, such as en-US or de/],
    [['http', '--profile', 'voice', '--language', 'en_US'], {}, /must be a BCP 47 tag, such as en-US or de/],
    [['http', '--profile', 'voice', '--caller-number-header', 'X Number'], {}, /such as X-Caller-Number/],
    [['http', '--profile', 'voice', '--caller-number-header', 'Authorization'], {}, /such as X-Caller-Number/],
    [['http', '--profile', 'voice', '--caller-number-header', 'X-Call-Id'], {}, /such as X-Caller-Number/],
    [['http', '--profile', 'voice', '--caller-number-meta', 'a key'], {}, /such as caller_number/],
    [['http', '--profile', 'voice', '--caller-checks', 'shoe_size'], {}, /comma list of name, date_of_birth/],
    [['http', '--profile', 'voice', '--sessions', '5'], {}, /--sessions .*cannot be used with --profile voice/],
    [
      ['http', '--profile', 'voice', '--toolsets', 'calls'],
      {},
      /leaves no tool of --profile voice.*--toolsets account,/,
    ],
    [['http', '--caller-number-header', 'X-N'], {}, /has no effect.*add --profile voice, or --auth token/],
    [['http', '--caller-number-meta', 'n', '--auth', 'platform-key'], {}, /has no effect.*add --profile voice/],
    [['http'], { RCPT_CALLER_CHECKS: 'name' }, /--caller-checks \(RCPT_CALLER_CHECKS\) has no effect/],
    [['http'], { RCPT_LANGUAGE: 'de' }, /--language \(RCPT_LANGUAGE\) has no effect/],
    [['tokens', 'create', '--name', 'x', '--profile', 'voice', '--toolsets', 'calls', ...tokens], {}, /leaves no tool/],
    [['http', '--profile', 'voice', '--host', '0.0.0.0'], {}, /must be a loopback address.*not authenticated/],
  ])('%j %j end with code 2 and a sentence with a right value', async (args, env, message) => {
    const { code, stderr } = await run(args, env);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('a server without callers of the voice profile does not serve Vapi’s address', async () => {
    const program = startProgram(['http', '--port', '0'], cleanEnvironment(home));
    const [url] = await program.until(/http:\/\/\S+\/mcp/);
    expect((await sendRaw(new URL('/api/voice/vapi', url).href, {})).status).toBe(404);
    await program.stop();
  });

  it('a file of tokens with another profile is refused at the start', async () => {
    const file = join(home, 'other.jsonl');
    await run(['tokens', 'create', '--name', 'x', '--profile', 'voice', '--tokens', file]);
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ name: 'x', profile: 'voice' });
    await writeFile(file, text.replace('"voice"', '"owner"'));
    const { code, stderr } = await run(['http', '--auth', 'token', '--tokens', file]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/profile must be voice, or absent/)]);
  });
});
