import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentsOf, invocationsOf, shellBlocks } from '../../scripts/guides/shell-blocks.ts';
import { situationOf, writeFiles } from '../../scripts/guides/situations.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';

/** Runs the commands in the documentation: those of this program are executed, those of others must be known. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [root, join(root, 'docs')].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts;

/** Programs of the shell and of other makers. */
const OTHER_PROGRAMS =
  /^(createdb|export|curl|claude|cd|git|kill|psql|pg_dump|pg_restore|docker|kubectl|openssl|mkdir|cp)$/;
/** Commands of npm that the pages may use. */
const NPM_COMMANDS = /^(ci|test|start|pack|install|publish)$/;

/** The programs that the commands of a page run. */
function commandsOf(path: string) {
  const page = path.slice(root.length);
  return shellBlocks(readFileSync(path, 'utf8'), { alone: true })
    .flatMap(({ commands }) => commands.flatMap(invocationsOf))
    .map(({ text, ...invocation }) => ({ page, line: text, ...invocation }));
}

const all = pages.flatMap(commandsOf);

const home = mkdtempSync(join(tmpdir(), 'rcpt-commands-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The values for placeholders, which are words in capitals and ellipses. */
const PLACEHOLDERS: Record<string, string> = {
  EMAIL: 'naomi.whitfield@example.com',
  CLIENT: 'cursor',
  '[options]': '',
};
const fillIn = (word: string, _index: number, words: readonly string[]) =>
  // Only a new user can be added.
  words.includes('add') && word === 'EMAIL'
    ? 'sam.ortiz@example.com'
    : (PLACEHOLDERS[word] ?? word.replaceAll('…', '0123456789abcdef'));

/** Stands in for the platform of the examples. */
let platform: StartedPlatform;
let key: string;
/** The database of a program that was started once. */
const demo = join(home, 'demo.db');
/** The database of a business that was set up. */
const business = join(home, 'business.db');
beforeAll(async () => {
  await runProgram(['demo', 'reset', '--yes'], cleanEnvironment(home, { RCPT_DATABASE: demo }), '', home);
  const init = ['business', 'init', '--yes', '--name', 'Salon Weber'];
  const offer = ['--services', 'Haircut 45m 40.00', '--people', 'Anna Weber, Tom Berg'];
  await runProgram([...init, ...offer], cleanEnvironment(home, { RCPT_DATABASE: business }), '', home);
  platform = await startPlatform({ demo: true });
  key = await platform.key();
});
afterAll(() => platform.close());
const substitute = (value: string) =>
  value.startsWith('sk_live_') ? key : value.replace(/^https:\/\/\S+\.example\.com$/, platform.url);

/** What a person has or does when a command of the documentation runs. Each of these has a folder and a database of its own. */
interface Situation {
  /** Without a database. Default: it has the demo. */
  isNew?: boolean;
  /** With a business of one's own. */
  isSetUp?: boolean;
  file?: (folder: string) => void;
  /** Typed on the terminal. */
  input?: string;
  /** The consent of a person, which a program gives with a flag. */
  consent?: readonly string[];
  codes?: readonly number[];
}

const practice = (folder: string) =>
  copyFileSync(join(root, 'docs/examples/bright-smile-dental.yaml'), join(folder, 'business.yaml'));
const customers = (folder: string) =>
  writeFileSync(join(folder, 'customers.csv'), 'Name,Phone\nAna Diaz,+12125550123\n');
/** Those of docs/import-bookings.md. */
const appointments = (folder: string) => writeFiles(folder, situationOf(['bookings', 'import']).files);

const secret = (folder: string) => writeFileSync(join(folder, 'retell-key'), 'key_0123456789abcdef0123456789abcdef\n');
const history = (folder: string) =>
  writeFileSync(join(folder, 'history.jsonl'), '{"call_id":"c-1","started_at":"2020-01-02T10:00:00Z"}\n');

const SITUATIONS: Record<string, Situation> = {
  'agenda tomorrow': {},
  'agenda monday': {},
  'agenda friday': {},
  'calendars add': {},
  'calendars list': {},
  'calls sources': { file: secret },
  'calls import': { isSetUp: true, file: history },
  // No call has the id of the example.
  'calls show': { codes: [1] },
  'calls erase': { consent: ['--yes'], codes: [1] },
  'demo remove': { consent: ['--yes'] },
  'business init': { isNew: true, consent: ['--yes', '--name=Bright Smile Dental'] },
  'business plan': { isNew: true, file: practice, codes: [0, 2] },
  'business apply': { isNew: true, file: practice, consent: ['--yes'] },
  'business show': {},
  'business export': {},
  'contacts import': { isSetUp: true, file: customers, consent: ['--yes'] },
  'contacts export': {},
  'bookings export': {},
  'bookings import': { isSetUp: true, file: appointments, consent: ['--yes'] },
  // No customer has the address of the example.
  'contacts data': { codes: [1] },
  'contacts erase': { consent: ['--yes'], codes: [1] },
  // They say that no index is there; test/local-index has servers that fill one.
  'index status': {},
  'index clear': {},
  'platform backup': {},
  'platform restore': { file: (folder) => copyFileSync(demo, join(folder, 'backup-2026-11-20.db')) },
  'users set-password': { input: 'correct horse battery\n' },
  'users add': {},
};

/** Commands that run until they receive a signal. */
const SERVER_COMMANDS = ['http', 'platform'];

/** Commands of this program, without duplicates. */
const own = new Map<string, { line: string; args: string[]; env: Record<string, string> }>();
for (const { line, words, env } of all) {
  const args = argumentsOf(words)?.map(fillIn).filter(Boolean);
  if (args) own.set(JSON.stringify([env, args]), { line, args, env });
}

async function runIn(
  { isNew = false, isSetUp = false, file, input, consent = [], codes = [0] }: Situation,
  args: string[],
  env: Record<string, string>,
) {
  const folder = mkdtempSync(join(home, 'situation-'));
  const own = { ...env, RCPT_DATABASE: join(folder, 'platform.db') };
  file?.(folder);
  if (!isNew) copyFileSync(isSetUp ? business : demo, own.RCPT_DATABASE);
  const given = consent.filter((word) => !args.includes(word.replace(/=.*/s, '')));
  const ended = await runProgram([...args, ...given], own, input, folder);
  expect(codes, ended.stderr).toContain(ended.code);
}

describe('commands in the documentation', () => {
  it('include more than eight of this program', () => {
    expect(own.size).toBeGreaterThan(8);
  });

  it.each(all.filter(({ words }) => !argumentsOf(words)))(
    '$page contains a known command: $line',
    ({ words: [program = '', first, ...rest] }) => {
      if (program === 'npm' && first === 'run') {
        const script = rest.find((word) => !word.startsWith('-')) ?? '';
        expect(Object.keys(scripts)).toContain(script);
      } else if (program === 'npm') expect(first).toMatch(NPM_COMMANDS);
      else if (program !== 'npx') expect(program).toMatch(OTHER_PROGRAMS);
    },
  );

  it.each([...own.values()])('$line succeeds', async ({ args, env: variables }) => {
    const env = cleanEnvironment(
      home,
      Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, substitute(value)])),
    );
    const [command = '', next] = args;
    const situation = SITUATIONS[`${command} ${next}`];
    if (situation) return runIn(situation, args, env);
    const isServer = SERVER_COMMANDS.includes(command) && (next === undefined || next.startsWith('-'));
    if (!isServer) {
      // In a temporary folder, because some of them write files to the current one.
      const ended = await runProgram(args, env, '', home);
      expect(ended.code, ended.stderr).toBe(0);
      return;
    }
    const database = join(mkdtempSync(join(home, 'server-')), 'platform.db');
    copyFileSync(demo, database);
    const program = startProgram([...args, '--port', '0'], { ...env, RCPT_DATABASE: database }, [], home);
    await program.until(/Press Ctrl-C to stop/);
    expect(await program.stop(), program.output.stderr).toBe(0);
  });
});
