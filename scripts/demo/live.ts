/** A call comes in while an agent is connected. Platform, server and telephone system are separate processes. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../test/support/program.ts';
import { say, show, style, toolCaller, user } from './conversation.ts';

const RECENT = 'rcpt://events/recent';
const SIMULATE = ['calls', 'simulate', '--scenario', 'callback_treatment_question'];

const folder = await mkdtemp(join(tmpdir(), 'rcpt-demo-'));
const database = { RCPT_DATABASE: join(folder, 'demo.db') };
const running: RunningProgram[] = [];
const client = new Client({ name: 'rcpt-mcp-demo', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
const call = toolCaller(client);
const updates = new EventEmitter();
client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
  if (params.uri === RECENT) updates.emit('update');
});

/** Starts the built program, waits until its output matches each pattern, and returns the matches. */
async function start(args: string[], env: Record<string, string>, ...printed: RegExp[]): Promise<string[]> {
  const program = startProgram(args, cleanEnvironment(folder, env));
  running.push(program);
  const found: string[] = [];
  for (const pattern of printed) found.push((await program.until(pattern))[0]);
  return found;
}

async function read(uri: string): Promise<string> {
  say(style('cyan', `  → resources/read ${uri}`));
  const { contents } = await client.readResource({ uri });
  return (contents as { text: string }[])[0]?.text ?? '';
}

/** Simulates an incoming call, which the AI receptionist answers. */
async function simulateCall(): Promise<void> {
  say(style('bold', '\n☎  A customer calls the practice; the AI receptionist answers the call.'));
  const { code, stderr } = await runProgram(SIMULATE, cleanEnvironment(folder, database));
  if (code !== 0) throw new Error(stderr);
}

try {
  const [address, key] = await start(['platform', '--port', '0'], database, /http:\/\/[\d.:]+/, /sk_live_\w+/);
  const remote = { RCPT_BASE_URL: address as string, RCPT_API_KEY: key as string, RCPT_TIME_ZONE: 'America/New_York' };
  const webhooks = ['--webhooks', '--webhook-secrets', join(folder, 'webhook-secrets.txt')];
  const [url] = await start(['http', '--port', '0', ...webhooks], remote, /http:\/\/\S+\/mcp/);
  await client.connect(new StreamableHTTPClientTransport(new URL(url as string)));
  say(`A platform at ${address}, and rcpt-mcp http --webhooks at ${url}, both separate processes.`);
  say(`Connected to ${client.getServerVersion()?.name} over HTTP, MCP ${client.getNegotiatedProtocolVersion()}.`);

  user('Notify me of each call, and of what the caller wanted.');
  await call('manage_webhooks', {
    action: 'create',
    url: (url as string).replace('/mcp', '/webhooks'),
    events: ['call.completed'],
  });
  say(style('cyan', `  → subscriptions/listen ${RECENT}`));
  const subscription = await client.listen({ resourceSubscriptions: [RECENT] });
  say('    (listening)');

  const updated = once(updates, 'update');
  await simulateCall();
  await updated;
  say(style('cyan', `  ← notifications/resources/updated ${RECENT}`));
  const { items } = JSON.parse(await read(RECENT)) as { items: { at: string; resource_uri: string }[] };
  const [latest] = items;
  if (!latest) throw new Error('the event is missing');
  show(JSON.stringify(latest, null, 1));
  show(await read(`${latest.resource_uri}/transcript`));

  user('Was there anything else today?');
  await call('list_recent_events', { from: 'today' });
  await subscription.close();
  say('');
} finally {
  await client.close();
  for (const program of running.reverse()) await program.stop();
  await rm(folder, { recursive: true, force: true });
}
