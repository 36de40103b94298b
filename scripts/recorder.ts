import { PassThrough } from 'node:stream';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { compose } from '../src/app/compose.ts';
import { readSettings, type Settings } from '../src/cli/config/settings.ts';
import { createLogger } from '../src/lib/logger.ts';
import { Secret } from '../src/lib/secret.ts';
import { connectionFactory } from '../src/server/index.ts';
import { instructions } from '../src/server/instructions.ts';
import {
  type Era,
  hole,
  LISTS,
  type List,
  type Offer,
  type Recording,
  recordingName,
} from '../src/server/opening/index.ts';
import type { Confirm, Output } from '../src/tools/core/settings.ts';
import { ALL_TOOLSETS } from '../src/tools/core/toolsets.ts';
import { serveConnection } from '../src/transport/stdio/connection.ts';
import { lineSource } from '../src/transport/stdio/line-source.ts';

const logger = createLogger({ level: 'error', format: 'text' });
const CLIENT = { name: 'recorder', version: '1' };
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** Of all requests here: it marks where the id stands. */
const ID = '\u2063id';
/** The key of each list's items in its answer. */
const ITEMS = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;

/** A platform elsewhere, of which nothing is asked here. */
const { live: LIVE } = readSettings({
  'base-url': new URL('https://receptionist.example.com'),
  'api-key': new Secret('sk_live_0123456789'),
});

interface Asked {
  line: string;
  result: Record<string, unknown> | undefined;
}

/** A connection to the server itself, without an opening. */
async function connect(settings: Settings) {
  const composition = await compose(settings, logger);
  const input = new PassThrough();
  const output = new PassThrough();
  const session = serveConnection({ ...connectionFactory(composition), logger, lines: lineSource(input), output });
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    notify: (method: string) => send({ method }),
    async ask(method: string, params: object = {}): Promise<Asked> {
      let line = '';
      const answered = new Promise<void>((resolve) => {
        output.on('data', function more(chunk: Buffer) {
          line += chunk;
          if (!line.endsWith('\n')) return;
          output.off('data', more);
          resolve();
        });
      });
      send({ id: ID, method, params });
      await answered;
      return { line: line.trimEnd(), result: JSON.parse(line).result };
    },
    close() {
      session.stop();
      return session.closed;
    },
    instructions: instructions(composition.services.settings, composition.tools),
  };
}

/** Puts a hole in place of a text that must be there exactly once. */
function cut(text: string, part: string, name: Parameters<typeof hole>[0]): string {
  const [before, after, ...more] = text.split(part);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`not once in an answer: ${name}`);
  return before + hole(name) + after;
}

export async function recordAll(kind: {
  confirm: Confirm;
  output: Output;
}): Promise<{ name: string; recording: Recording }> {
  const base: Settings = {
    ...readSettings({ database: ':memory:', confirm: kind.confirm, output: kind.output }),
    teamId: 'team_recorded',
  };
  const everything = { ...base, toolsets: ALL_TOOLSETS };
  const items = {
    'tools/list': [],
    'prompts/list': [],
    'resources/list': [],
    'resources/templates/list': [],
  } as Record<List, string[]>;
  const answers: Record<Era, Record<string, string>> = { '2025': {}, '2026': {} };

  for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
    const { connection, asked } = await open2025(everything, version);
    const initialize = opened(asked, connection.instructions);
    keep(answers['2025'], 'initialize', cut(initialize, JSON.stringify(version), 'version'));
    for (const list of LISTS) keep(answers['2025'], list, await template(connection, list, {}, items[list]));
    await connection.close();
  }
  const recent = await connect(everything);
  const discovered = await recent.ask('server/discover', { _meta: ENVELOPE });
  keep(answers['2026'], 'server/discover', opened(discovered, recent.instructions));
  for (const list of LISTS) keep(answers['2026'], list, await template(recent, list, { _meta: ENVELOPE }, items[list]));
  await recent.close();

  const selections: Offer[] = [];
  for (let set = 0; set < 2 ** ALL_TOOLSETS.length; set++) {
    const toolsets = ALL_TOOLSETS.filter((_, index) => set & (2 ** index));
    for (const readOnly of [false, true]) selections.push(await offer({ ...base, toolsets, readOnly }, items));
  }
  const tools = items['tools/list'].map((item) => JSON.parse(item).name as string);
  return {
    name: recordingName(kind),
    recording: { versions: SUPPORTED_PROTOCOL_VERSIONS, answers, items, tools, selections },
  };
}

/** All that a recording says of one thing must be the same: where it is not, the opening needs another hole. */
function keep(into: Record<string, string>, method: string, answer: string): void {
  into[method] ??= answer;
  if (into[method] !== answer) throw new Error(`${method} is answered in two ways`);
}

async function open2025(settings: Settings, version: string) {
  const connection = await connect(settings);
  const asked = await connection.ask('initialize', { protocolVersion: version, capabilities: {}, clientInfo: CLIENT });
  connection.notify('notifications/initialized');
  return { connection, asked };
}

function opened({ line, result }: Asked, told: string): string {
  const capabilities = cut(cut(line, JSON.stringify(ID), 'id'), JSON.stringify(result?.capabilities), 'capabilities');
  return cut(capabilities, JSON.stringify(told), 'instructions');
}

async function template(
  connection: Awaited<ReturnType<typeof connect>>,
  list: List,
  params: object,
  known: string[],
): Promise<string> {
  const { line, result } = await connection.ask(list, params);
  const found = itemsOf(list, result);
  if (known.length === 0) known.push(...found);
  if (known.join() !== found.join()) throw new Error(`${list} differs between protocols`);
  return cut(cut(line, JSON.stringify(ID), 'id'), found.join(','), 'items');
}

function itemsOf(list: List, result: Asked['result']): string[] {
  const { [ITEMS[list]]: found } = result ?? {};
  if (!Array.isArray(found)) throw new Error(`${list} was not answered`);
  return found.map((item) => JSON.stringify(item));
}

/** What is offered under these settings, by a server that learns of events and by one that does not. */
async function offer(settings: Settings, items: Record<List, readonly string[]>): Promise<Offer> {
  const [told, untold] = [await listed(settings, items), await listed({ ...settings, live: LIVE }, items)];
  if (JSON.stringify(told.lists) !== JSON.stringify(untold.lists)) throw new Error('lists differ with events');
  return { capabilities: { told: told.capabilities, untold: untold.capabilities }, lists: told.lists };
}

async function listed(settings: Settings, items: Record<List, readonly string[]>) {
  const { connection, asked } = await open2025(settings, '2025-11-25');
  const lists: Offer['lists'] = {};
  for (const list of LISTS) {
    const { result } = await connection.ask(list);
    if (!result) continue;
    lists[list] = itemsOf(list, result).map((item) => {
      const place = items[list].indexOf(item);
      if (place < 0) throw new Error(`${list} differs between selections`);
      return place;
    });
  }
  await connection.close();
  return { capabilities: JSON.stringify(asked.result?.capabilities), lists };
}
