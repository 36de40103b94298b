import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD, startServer, USER } from '../../test/support/postgres/server.ts';
import type { Guide } from './guides.ts';
import type { Running, Terminal } from './terminal.ts';
import type { World } from './world.ts';

/** Replacements in the commands of a page, such as its placeholders, and in what is compared with its outputs. */
export interface Substitutes {
  command(text: string): string;
  output(text: string): string;
  close(): Promise<void>;
}

/** Words in capitals that a reader replaces. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  CLIENT: 'cursor',
  EMAIL: 'naomi.whitfield@example.com',
  'YOUR-HOST': 'desk.example.com',
};

/** Starts what stands in for a reader's own platform and database, and returns how their addresses replace those of the page. */
export async function createSubstitutes(root: string, world: World, guide: Guide): Promise<Substitutes> {
  const needsPlatform = readFileSync(join(root, guide.page), 'utf8').includes('RCPT_BASE_URL=');
  const platform = needsPlatform ? await startPlatform(world) : undefined;
  const postgres = guide.needsPostgres ? await startServer() : undefined;
  const database = postgres && new URL(await postgres.createDatabase('receptionist'));
  const replacements: [RegExp, string][] = [
    ...Object.entries(PLACEHOLDERS).map(([word, value]): [RegExp, string] => [new RegExp(`\\b${word}\\b`, 'g'), value]),
  ];
  if (platform) {
    replacements.push(
      [/\bRCPT_BASE_URL=(…|https:\/\/receptionist\.example\.com)/g, `RCPT_BASE_URL=${platform.url}`],
      [/\bRCPT_API_KEY=(…|sk_live_…)/g, `RCPT_API_KEY=${platform.key}`],
    );
  }
  if (database) {
    replacements.push(
      [/postgres:\/\/\w+@db\.example\.com\/\w+/g, `postgres://${USER}@${database.host}${database.pathname}`],
      [/\bPGPASSWORD=…/g, `PGPASSWORD='${PASSWORD}'`],
    );
  }
  return {
    command: (text) => replacements.reduce((typed, [pattern, value]) => typed.replace(pattern, () => value), text),
    output: (text) => (platform ? text.replaceAll(platform.url, 'https://receptionist.example.com') : text),
    async close() {
      await platform?.close();
      await postgres?.remove();
    },
  };
}

/** The platform of a reader who has one: the embedded platform, in another home folder. */
async function startPlatform(world: World) {
  const { terminal } = await world.newHome({ isInstalled: false });
  const ports = await world.newPorts();
  const server = await serve(terminal, world.replace('npx -y rcpt-mcp platform', ports));
  const key = /sk_live_\w+/.exec(server.output)?.[0] ?? '';
  return {
    url: `http://127.0.0.1:${ports['8788']}`,
    key,
    async close() {
      await server.stop();
      terminal.close();
    },
  };
}

const serve = (terminal: Terminal, command: string): Promise<Running> =>
  terminal.serve(command, /Press Ctrl-C to stop/);
