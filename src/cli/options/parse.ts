import { parseArgs } from 'node:util';
import { UsageError } from '../runtime/usage-error.ts';
import { OPTIONS, type OptionName, type OptionValues, withDefaults } from './index.ts';
import { suggestName } from './nearest.ts';
import {
  COMMANDS,
  type Command,
  InvalidValueError,
  MalformedValueError,
  type Option,
  optionLabel,
  optionNames,
} from './option.ts';

export type Sources = Partial<Record<OptionName, 'flag' | 'environment'>>;

export interface Invocation {
  command: Command;
  /** Arguments after the command that are not flags: `create`, an id. */
  positionals: string[];
  /** Precedence: flag, environment variable, default. */
  options: OptionValues;
  /** The source of each value; options without an entry have their default. */
  sources: Sources;
  /** Errors in the environment. Only `doctor` collects them; for other commands the parser throws the first. */
  problems: string[];
  /** Messages about invalid values of flags and variables, by option. */
  invalid: Partial<Record<OptionName, string>>;
  help: boolean;
  version: boolean;
}

export type Environment = Record<string, string | undefined>;

/** The state of the parser. */
type Reading = Pick<Invocation, 'command' | 'sources' | 'invalid'> & { values: Partial<Record<OptionName, unknown>> };

/**
 * Reads a command line and the environment against the options table.
 * @throws UsageError for unknown commands, flags and `RCPT_` names, and for invalid values.
 */
export function parseInvocation(argv: readonly string[], env: Environment): Invocation {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries([
      ['help', { type: 'boolean', short: 'h' }],
      ['version', { type: 'boolean', short: 'v' }],
      ...OPTIONS.filter((option) => option.flag).map(({ name, type }) => [
        name,
        { type: type.kind === 'boolean' ? 'boolean' : 'string' },
      ]),
    ]),
  });
  const help = values.help === true;
  const version = values.version === true;
  const [first, ...rest] = positionals;
  const invocation = { command: 'stdio' as const, positionals: rest, sources: {}, problems: [], invalid: {} };
  if (help || version) return { ...invocation, options: withDefaults({}), help, version };

  // Flags are checked before the command, because the value of an unknown flag would be taken for one.
  const flags = tokens.filter((token) => token.kind === 'option').map((token) => ({ token, option: knownFlag(token) }));
  const reading: Reading = { command: readCommand(first), values: {}, sources: {}, invalid: {} };
  const { command, sources, invalid } = reading;
  const problems: string[] = [];
  for (const [name, text] of Object.entries(env)) {
    try {
      readVariable(name, text, reading);
    } catch (error) {
      if (command !== 'doctor' || !(error instanceof UsageError)) throw error;
      problems.push(error.message);
    }
  }
  for (const { token, option } of flags) readFlag(token, option, reading);
  const [message] = Object.values(invalid);
  if (message !== undefined && command !== 'doctor') throw new UsageError(message);
  const options = withDefaults(reading.values as Partial<OptionValues>);
  return { command, positionals: rest, options, sources, problems, invalid, help, version };
}

function readCommand(word: string | undefined): Command {
  if (word === undefined) return 'stdio';
  const command = COMMANDS.find((known) => known === word);
  if (command) return command;
  throw new UsageError(`There is no command "${word}". The commands are: ${COMMANDS.join(', ')}.`);
}

function readVariable(name: string, text: string | undefined, reading: Reading): void {
  if (!name.startsWith('RCPT_') || text === undefined) return;
  const option = OPTIONS.find(({ env }) => env === name);
  if (!option) {
    const names = OPTIONS.flatMap(({ env }) => env ?? []);
    throw new UsageError(`${name} is not an option. ${suggestName(name, names)}`);
  }
  if (isUnset(text) || !option.commands.includes(reading.command)) return;
  readValue(option, { label: name, text, source: 'environment' }, reading);
}

/** Many launchers set a variable without a value to an empty string; MCPB hosts may leave their placeholder in it. */
const isUnset = (text: string) => text === '' || /^\$\{user_config\.\w+\}$/.test(text);

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
}

function knownFlag({ name, rawName }: OptionToken): Option<OptionName> {
  const flags = OPTIONS.filter((option) => option.flag);
  const option = flags.find((candidate) => candidate.name === name);
  if (!option) throw new UsageError(`${rawName} is not an option. ${suggestName(rawName, flags.map(optionLabel))}`);
  return option;
}

function readFlag({ rawName, value }: OptionToken, option: Option<OptionName>, reading: Reading): void {
  const { commands, example, type } = option;
  if (!commands.includes(reading.command)) {
    throw new UsageError(`${rawName} is not an option of ${reading.command}; it belongs to ${commands.join(', ')}.`);
  }
  if (type.kind !== 'boolean' && value === undefined) {
    throw new UsageError(`${rawName} needs a value, such as ${rawName} ${example}.`);
  }
  readValue(option, { label: rawName, text: value ?? 'true', source: 'flag' }, reading);
}

function readValue(
  option: Option<OptionName>,
  { label, text, source }: { label: string; text: string; source: 'flag' | 'environment' },
  { values, sources, invalid }: Reading,
): void {
  const { name, type, example } = option;
  sources[name] = source;
  // A flag overrides the environment's value, valid or not.
  delete values[name];
  delete invalid[name];
  try {
    values[name] = type.parse(text, optionNames(option));
  } catch (error) {
    if (error instanceof MalformedValueError) {
      const separator = label.startsWith('--') ? ' ' : '=';
      throw new UsageError(`${label} ${error.message}, such as ${label}${separator}${example}.`);
    }
    if (!(error instanceof InvalidValueError)) throw error;
    invalid[name] = error.message;
  }
}
