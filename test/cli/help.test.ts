import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELP } from '../../src/cli/help/all.ts';
import { helpLines } from '../../src/cli/help/index.ts';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { painter } from '../../src/cli/terminal/paint.ts';
import { OPTIONS } from '../../src/config/options/index.ts';
import { COMMANDS, isOptionOf, optionLabel } from '../../src/config/options/option.ts';
import { COMMAND_PATHS, isGroup } from '../../src/config/options/usage.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../support/terminal.ts';

const home = temporaryFolder();
const env = cleanEnvironment(home);
afterAll(() => rm(home, { recursive: true, force: true }));

const run = (...args: string[]) => runProgram(args, env);
const help = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
/** The flags and variables at the beginning of lines. */
const listed = (text: string) =>
  [...text.matchAll(/^ {2}(?:-h, )?(--[a-z-]+|RCPT_[A-Z_]+(?!\S))/gm)].map(([, name]) => name);

describe('the main help', () => {
  let text: string;
  beforeAll(async () => {
    text = await help('help');
  });

  it('fits on a screen of 40 lines of 100 columns, without escape sequences', () => {
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(text).not.toContain('\u001b');
  });

  it('lists every command in groups, three examples and the way to more help', () => {
    const first = [...text.matchAll(/^ {2}([a-z]+)/gm)].map(([, word]) => word);
    expect(first).toEqual(expect.arrayContaining([...COMMANDS]));
    expect(text.match(/^(Serve|Connect|Run a practice|Calls|Operate|Examples)$/gm)).toHaveLength(6);
    expect(text.match(/^ {2}rcpt-mcp /gm)).toHaveLength(3);
    expect(text).toContain('rcpt-mcp help COMMAND');
  });

  it.each([['--help'], ['-h'], ['--read-only', '--help']])('the same text is printed for %j', async (...args) => {
    expect(await help(...args)).toBe(text);
  });
});

describe('the help of a command', () => {
  it('shows usage, arguments, the options of this command only, and examples', async () => {
    const text = await help('calls', 'sources', 'add', '--help');
    expect(text).toMatch(/^Usage: rcpt-mcp calls sources add VENDOR --name NAME \[options\]$/m);
    expect(text).toMatch(/^ {2}VENDOR {2}one of vapi, retell, /m);
    expect(listed(text)).toEqual([
      '--name',
      '--json',
      '--secret-file',
      '--vendor-key-file',
      '--database',
      '--public-url',
      '--log-level',
      '--help',
    ]);
    expect(text).toMatch(/^Examples\n {2}rcpt-mcp calls sources add vapi --name "main line"/m);
  });

  it('help COMMAND, COMMAND --help, COMMAND help and -h print the same text', async () => {
    const text = await help('http', '--help');
    expect(await help('help', 'http')).toBe(text);
    expect(await help('http', 'help')).toBe(text);
    expect(await help('http', '--port', '1', '-h')).toBe(text);
  });

  it('groups the many options of a server', async () => {
    const text = await help('help', 'http');
    expect(text.match(/^(Platform|Tools and answers|Authentication|Operation|Voice agents)$/gm)).toHaveLength(5);
    expect(text).toMatch(/^ {2}RCPT_API_KEY {2,}API key of the remote platform$/m);
    expect(text).toContain('[RCPT_AUTH]');
    expect(text).not.toContain('--prune');
  });

  it('a group lists its commands', async () => {
    const text = await help('keys', '--help');
    expect(text).toMatch(/^Usage: rcpt-mcp keys COMMAND$/m);
    expect(text).toMatch(/^Commands\n {2}create +\S.*\n {2}list +\S.*\n {2}revoke ID +\S/m);
  });

  it.each(COMMAND_PATHS.filter((path) => !isGroup(path)))('the help of "%s" has its options and no others', (path) => {
    const lines = helpLines(path.split(' '), { width: 100, paint: painter(false) });
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100 + excess(line));
    const expected = OPTIONS.filter((option) => isOptionOf(option, path)).map(optionLabel);
    expect(listed(lines.join('\n')).sort()).toEqual([...expected, '--help'].sort());
  });

  it('a narrow terminal gets shorter lines', () => {
    const lines = helpLines(['doctor'], { width: 72, paint: painter(false) });
    const wide = lines.filter((line) => line.length > 72 && !line.includes('RCPT_BASE_URL=https://'));
    expect(wide).toEqual([]);
  });
});

/** An example is one line, because it is pasted. */
const excess = (line: string) => (/^ {2}(RCPT_\S+ )*rcpt-mcp /.test(line) ? 40 : 0);

const examples = COMMAND_PATHS.flatMap((path) => HELP[path].examples.map(([line]) => [path, line] as const));

it.each(examples)('an example of "%s" is a valid command line of it: %s', (path, line) => {
  const words = line.match(/(?:"[^"]*"|[^\s"])+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  const start = words.indexOf('rcpt-mcp');
  const variables = Object.fromEntries(words.slice(0, start).map((word) => word.split(/=(.*)/s, 2)));
  const { command } = parseInvocation(words.slice(start + 1), variables);
  const shown = words.slice(start + 1).join(' ');
  // The help of http also shows how its tokens are made.
  if (!(path === 'http' && command === 'tokens')) expect(`${command} ${shown}`).toContain(path);
});

it.each([['version'], ['--version'], ['-V'], ['-v']])('%s prints the version', async (word) => {
  expect(await help(word)).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe.runIf(HAS_TERMINAL)('help on a terminal', () => {
  it('has bold headings, and none with NO_COLOR', async () => {
    const bold = startOnTerminal(['help'], { ...env, TERM: 'xterm', NO_COLOR: '' });
    const plain = startOnTerminal(['help'], { ...env, TERM: 'xterm', NO_COLOR: '1' });
    expect(await Promise.all([bold.ended, plain.ended])).toEqual([0, 0]);
    expect(bold.output.stdout).toContain('\u001b[1mRun a practice\u001b[0m');
    expect(plain.output.stdout).toContain('Run a practice');
    expect(plain.output.stdout).not.toContain('\u001b[');
  });
});
