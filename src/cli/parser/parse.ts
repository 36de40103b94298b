import { parseArgs } from 'node:util';
import { OPTIONS, type OptionName, type OptionValues, withDefaults } from '../../config/options/index.ts';
import {
  type Command,
  InvalidValueError,
  isOptionOf,
  isOptionOfCommand,
  MalformedValueError,
  type Option,
  optionNames,
} from '../../config/options/option.ts';
import { type CommandPath, findPath } from '../../config/options/usage.ts';
import { UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { helpCommand, readCommand, readPath } from './read-path.ts';
import { unknownOption } from './unknown-name.ts';

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
  /** Errors about invalid values of flags and variables, by option. */
  invalid: Partial<Record<OptionName, UsageError>>;
  /** The words whose help is asked for: those of a command, or none; undefined if no help is. */
  help: readonly string[] | undefined;
  version: boolean;
}

type Environment = Record<string, string | undefined>;

interface ParserState extends Pick<Invocation, 'command' | 'sources' | 'invalid'> {
  path: CommandPath;
  /** The texts of the flags that are read. */
  flags: Map<OptionName, string>;
  values: Partial<Record<OptionName, unknown>>;
}

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
      ['version', { type: 'boolean', short: 'V' }],
      ...OPTIONS.filter((option) => option.flag).map(({ name, type }) => [
        name,
        { type: type.kind === 'boolean' ? 'boolean' : 'string' },
      ]),
    ]),
  });
  const [first, ...rest] = positionals;
  const help = values.help === true || first === 'help' || rest[0] === 'help';
  const version = values.version === true || values.v === true || first === 'version';
  if (help || version) {
    const words = positionals.filter((word) => word !== 'help');
    const nothing = { command: 'stdio' as const, positionals: [], sources: {}, problems: [], invalid: {} };
    return { ...nothing, options: withDefaults({}), help: help ? words : undefined, version };
  }

  // Flags are checked before the command, because the value of an unknown flag would be taken for one.
  const words: string[] = first === undefined ? ['stdio'] : [];
  const flags: { token: OptionToken; option: Option<OptionName> }[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    else if (token.kind === 'option') flags.push({ token, option: knownFlag(token, words) });
  }
  const command = readCommand(first);
  const path = readPath(command, rest);
  const state: ParserState = { command, path, flags: new Map(), values: {}, sources: {}, invalid: {} };
  const { sources, invalid } = state;
  const problems: string[] = [];
  for (const [name, text] of Object.entries(env)) {
    try {
      readVariable(name, text, state);
    } catch (error) {
      if (command !== 'doctor' || !(error instanceof UsageError)) throw error;
      problems.push(error.message);
    }
  }
  for (const { token, option } of flags) readFlag(token, option, state);
  // A variable may stay, as of a profile for several commands.
  if (sources.database === 'flag' && state.values['base-url']) {
    invalid.database = new UsageError('--database has no effect with RCPT_BASE_URL: remove one.');
  }
  const [error] = Object.values(invalid);
  if (error !== undefined && command !== 'doctor') throw error;
  const options = withDefaults(state.values as Partial<OptionValues>);
  return { command, positionals: rest, options, sources, problems, invalid, help: undefined, version };
}

function readVariable(name: string, text: string | undefined, state: ParserState): void {
  if (!name.startsWith('RCPT_') || text === undefined) return;
  const option = OPTIONS.find(({ env }) => env === name);
  if (!option) {
    throw unknownOption(name, OPTIONS, helpCommand(state.path));
  }
  if (isUnset(text) || !isOptionOfCommand(option, state.command)) return;
  readValue(option, { label: name, text, source: 'environment' }, state);
}

/** Many launchers set a variable without a value to an empty string; MCPB hosts may leave their placeholder in it. */
const isUnset = (text: string) => text === '' || /^\$\{user_config\.\w+\}$/.test(text);

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  /** True for `--name=value`. */
  inlineValue: boolean | undefined;
}

/** @param words the command before the flag; a later word can be the value of an unknown flag */
function knownFlag({ name, rawName }: OptionToken, words: readonly string[]): Option<OptionName> {
  const option = OPTIONS.find((candidate) => candidate.flag && candidate.name === name);
  if (option) return option;
  const path = findPath(words);
  const ofCommand = path ? OPTIONS.filter((one) => isOptionOf(one, path)) : [];
  throw unknownOption(rawName, [...ofCommand, ...OPTIONS], path ? helpCommand(path) : commandLine('help COMMAND'));
}

function readFlag({ rawName, value, inlineValue }: OptionToken, option: Option<OptionName>, state: ParserState): void {
  const { commands, example, type } = option;
  const { path } = state;
  if (!isOptionOf(option, path)) {
    const shown = type.kind === 'boolean' ? rawName : `${rawName} ${example}`;
    const serve =
      path === 'stdio' && commands.includes('http') ? ` To serve HTTP: ${commandLine(`http ${shown}`)}.` : '';
    throw new UsageError(`${rawName} is not an option of ${path}; it belongs to ${commands.join(', ')}.${serve}`);
  }
  if (type.kind !== 'boolean' && (value === undefined || (!inlineValue && isFlag(value)))) {
    throw new UsageError(`${rawName} needs a value, such as ${rawName} ${example}.`);
  }
  const text = value ?? 'true';
  refuseSecondValue(option, text, state);
  readValue(option, { label: rawName, text, source: 'flag' }, state);
}

/** Of two values, one would be lost in silence. The same value twice is harmless, such as that of a wrapper. */
function refuseSecondValue({ name, type, example }: Option<OptionName>, text: string, { flags }: ParserState): void {
  const earlier = flags.get(name);
  flags.set(name, text);
  if (earlier === undefined || earlier === text) return;
  const shown = type.kind === 'boolean' ? `--${name}=${text}` : `--${name} ${example}`;
  throw new UsageError(`--${name} is set twice, with different values. Write it once, such as ${shown}.`);
}

/** True if a word is a flag: as a value, it would be the flag after a forgotten one. */
const isFlag = (word: string) =>
  word.startsWith('--') &&
  OPTIONS.some(({ flag, name }) => flag && (word === `--${name}` || word.startsWith(`--${name}=`)));

function readValue(
  option: Option<OptionName>,
  { label, text, source }: { label: string; text: string; source: 'flag' | 'environment' },
  { path, values, sources, invalid }: ParserState,
): void {
  const { name, type, example } = option;
  sources[name] = source;
  // A flag overrides the environment's value, valid or not.
  delete values[name];
  delete invalid[name];
  try {
    // Its questions read more than the options of servers do, such as names of places.
    const isAnswer = path === 'business init' && type.kind === 'text';
    values[name] = isAnswer ? text : type.parse(text, optionNames(option));
  } catch (error) {
    if (error instanceof MalformedValueError) {
      const isFlagged = source === 'flag';
      const malformed = new UsageError(
        `${label} ${error.message}, such as ${label}${isFlagged ? ' ' : '='}${example}.`,
      );
      if (isFlagged) throw malformed;
      invalid[name] = malformed;
      return;
    }
    if (!(error instanceof InvalidValueError)) throw error;
    invalid[name] = error;
  }
}
