import { CLIENT_NAMES } from '../../config/options/clients.ts';
import { COMMANDS, type Command } from '../../config/options/option.ts';
import {
  argumentsOf,
  type CommandPath,
  findPath,
  isGroup,
  subcommandsOf,
  usageLine,
} from '../../config/options/usage.ts';
import { UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { nearestName } from './nearest.ts';
import { UnknownNameError, unknownCommand } from './unknown-name.ts';

/** The values of arguments that are names. Those of VENDOR belong to the platform, which a start does not load. */
const CHOICES: Readonly<Record<string, readonly string[]>> = { CLIENT: CLIENT_NAMES };

/** Returns the command that a command line begins with; `stdio` without one. @throws UsageError */
export function readCommand(word: string | undefined): Command {
  if (word === undefined) return 'stdio';
  const command = COMMANDS.find((known) => known === word);
  if (command) return command;
  throw unknownCommand(word);
}

/**
 * Finds the subcommand, and checks the number of arguments.
 * @param words the arguments after the command
 * @throws UsageError with the usage line
 */
export function readPath(command: Command, words: readonly string[]): CommandPath {
  const path = findPath([command, ...words]) ?? command;
  const given = words.slice(path.split(' ').length - 1);
  if (isGroup(path) || (given.length > 0 && subcommandsOf(path).length > 0)) throw unknownSubcommand(path, given[0]);
  const all = argumentsOf(path);
  const missing = all.filter((name, index) => !name.startsWith('[') && !given[index]);
  if (missing.length > 0) throw missingArguments(path, missing);
  if (given.length > all.length) {
    // The argument is not repeated: it can be a password, which people type after `users set-password EMAIL`.
    const after = all.length === 0 ? '' : ` after ${all.join(' ').replaceAll(/[[\]]/g, '')}`;
    throw new UsageError(
      `${path} takes no further arguments${after}. Usage: ${usageLine(path)}. See ${helpCommand(path)}.`,
    );
  }
  return path;
}

/** The command that prints the help of a command. */
export const helpCommand = (path: CommandPath) => commandLine(`${path} --help`);

/** The error for help about a word that is not a command, and for a subcommand that is missing or does not exist. */
export function unknownSubcommand(path: CommandPath, word: string | undefined): UsageError {
  const names = subcommandsOf(path);
  const needs = names.length === 1 ? 'needs' : 'needs one of';
  const choice = `${path} ${isGroup(path) ? needs : 'can be followed by'} ${names.join(', ')}. See ${helpCommand(path)}.`;
  if (word === undefined) return new UsageError(choice);
  const nearest = nearestName(word, names);
  const advice = nearest === undefined ? choice : `Did you mean ${commandLine(`${path} ${nearest}`)}?`;
  return new UnknownNameError(`${path} ${word}`, `There is no command "${path} ${word}".`, advice);
}

function missingArguments(path: CommandPath, missing: readonly string[]): UsageError {
  const choices = CHOICES[missing[0] ?? ''];
  const what = choices ? `${missing[0]}, one of ${choices.join(', ')}` : missing.join(' and ');
  return new UsageError(`${path} needs ${what}. Usage: ${usageLine(path)}. See ${helpCommand(path)}.`);
}
