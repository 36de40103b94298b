import {
  argumentsOf,
  type CommandPath,
  findPath,
  isGroup,
  subcommandsOf,
  usageLine,
} from '../../config/options/usage.ts';
import { readCommand, unknownSubcommand } from '../parser/read-path.ts';
import { wrapText } from '../terminal/wrap.ts';
import { HELP } from './all.ts';
import { exampleLines, type Screen, section, twoColumns } from './layout.ts';
import { commandRow, mainHelp } from './main-help.ts';
import { optionLines } from './option-lines.ts';

/**
 * Returns the lines of a help text.
 * @param words a command, with arguments that are ignored; none for the overview
 * @throws UsageError if there is no such command
 */
export function helpLines(words: readonly string[], screen: Screen): string[] {
  if (words.length === 0) return mainHelp(screen);
  const path = findPath(words) ?? readCommand(words[0]);
  const further = words[path.split(' ').length];
  if (isGroup(path) && further !== undefined) throw unknownSubcommand(path, further);
  return commandHelp(path, screen);
}

function commandHelp(path: CommandPath, screen: Screen): string[] {
  const { summary, details, arguments: meanings = {}, examples } = HELP[path];
  const names = argumentsOf(path).map((name) => name.replace(/[[\]]/g, ''));
  return [
    ...wrapText(`${screen.paint(`rcpt-mcp ${path}`, 'title')}: ${summary}`, screen.width),
    ...(details === undefined ? [] : ['', ...wrapText(details, screen.width)]),
    '',
    `Usage: ${usageLine(path)}${isGroup(path) ? '' : ' [options]'}`,
    ...section('Commands', commandList(path, screen), screen),
    ...section('Arguments', isGroup(path) ? [] : argumentLines(names, meanings, screen), screen),
    ...(isGroup(path) ? [] : optionLines(path, screen)),
    ...section('Examples', exampleLines(examples, screen), screen),
    '',
    ...wrapText(
      isGroup(path)
        ? `rcpt-mcp ${path} COMMAND --help shows the options of a command.`
        : 'In brackets: the environment variable of an option. A flag takes precedence over it.',
      screen.width,
    ),
  ];
}

function commandList(path: CommandPath, screen: Screen): string[] {
  const rows = subcommandsOf(path).map((word) => commandRow(`${path} ${word}` as CommandPath));
  const short = rows.map(([usage, summary]): [string, string] => [usage.slice(path.length + 1), summary]);
  return short.length > 0 ? twoColumns(short, screen) : [];
}

function argumentLines(names: readonly string[], meanings: Readonly<Record<string, string>>, screen: Screen): string[] {
  return names.length > 0
    ? twoColumns(
        names.map((name) => [name, meanings[name] ?? ''] as const),
        screen,
      )
    : [];
}
