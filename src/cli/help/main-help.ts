import { type CommandPath, isGroup, usageLine } from '../../config/options/usage.ts';
import { VERSION } from '../../config/version.ts';
import { wrapText } from '../terminal/wrap.ts';
import { HELP } from './all.ts';
import { exampleLines, type Screen, section, twoColumns } from './layout.ts';

const GROUPS: readonly (readonly [title: string, commands: readonly CommandPath[]])[] = [
  ['Serve', ['stdio', 'http', 'platform']],
  ['Connect', ['install', 'doctor']],
  ['Run a practice', ['business', 'agenda', 'contacts', 'bookings', 'calendars', 'demo']],
  ['Calls', ['calls']],
  ['Operate', ['users', 'keys', 'tokens', 'index', 'platform backup']],
];

const EXAMPLES = [
  ['rcpt-mcp install claude-desktop', 'try the demo business in Claude Desktop'],
  ['rcpt-mcp http', 'serve the demo business over HTTP, with a dashboard'],
  ['rcpt-mcp business init', 'set up your own practice'],
] as const;

const PURPOSE =
  'lets AI assistants work with an AI phone receptionist over MCP: they book appointments, look up contacts, and read calls.';
const MORE =
  'rcpt-mcp help COMMAND shows the arguments, options and examples of a command. The README of the package links to guides for each task.';

const COLUMN = 20;

/** A command in a list: its words with its arguments, without `rcpt-mcp` and required options. */
export function commandRow(path: CommandPath): [string, string] {
  const usage = path === 'stdio' ? path : usageLine(path).replace('rcpt-mcp ', '').replace(/ --.*/, '');
  return [isGroup(path) ? path : usage, HELP[path].summary];
}

/** The text of `rcpt-mcp help`: one screen. */
export function mainHelp(screen: Screen): string[] {
  const { paint } = screen;
  return [
    ...wrapText(`${paint(`rcpt-mcp ${VERSION}`, 'title')} ${PURPOSE}`, screen.width),
    '',
    'Usage: rcpt-mcp [COMMAND] [options]',
    ...GROUPS.flatMap(([title, commands]) =>
      section(title, twoColumns(commands.map(commandRow), screen, COLUMN), screen),
    ),
    ...section('Examples', exampleLines(EXAMPLES, screen), screen),
    '',
    ...wrapText(MORE, screen.width),
  ];
}
