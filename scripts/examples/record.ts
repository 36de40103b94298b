/** Calls every tool once, with a frozen clock and deterministic random numbers, and prints calls and answers as JSON. */
import './fixed.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../../src/app/compose.ts';
import { readSettings } from '../../src/config/settings.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { ALL_TOOLSETS } from '../../src/tools/core/toolsets.ts';
import { ALL_TOOLS, callTool } from '../../src/tools/index.ts';
import { EXAMPLES } from './calls.ts';

export interface Example {
  tool: string;
  args: JsonObject;
  /** The text content of the answer. */
  text: string;
}

/** The example of a refused call. */
const REFUSED = 'create_api_key';

const folder = await mkdtemp(join(tmpdir(), 'rcpt-examples-'));
process.env.XDG_DATA_HOME = folder;
const settings = readSettings({
  database: ':memory:',
  confirm: 'never',
  toolsets: [...ALL_TOOLSETS],
  // An expired session, because a valid one needs a user who has signed in to the dashboard.
  'session-cookie': new Secret('rcpt_session=ended'),
  'team-id': 'team_brindlebrook',
});
const { services, close } = await compose(settings, createLogger({ level: 'error', format: 'text' }));
const examples: Example[] = [];
const answers = new Map<string, JsonObject>();
try {
  for (const [name, argsOrFactory] of EXAMPLES) {
    const tool = ALL_TOOLS.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const args =
      typeof argsOrFactory === 'function' ? argsOrFactory((earlier) => answers.get(earlier) ?? {}) : argsOrFactory;
    const answer = await callTool(tool, args, services, { signal: new AbortController().signal });
    if ('question' in answer) throw new Error(`${name} asks its user`);
    answers.set(name, answer.structuredContent ?? {});
    const text = answer.content.map((part) => ('text' in part ? part.text : '')).join('\n');
    if (answer.isError && name !== REFUSED) throw new Error(`${name}: ${text}`);
    examples.push({ tool: name, args, text: text.replaceAll(folder, '~/.local/share') });
  }
} finally {
  await close();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(JSON.stringify(examples));
