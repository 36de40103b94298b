import { parseArgs } from 'node:util';
import { readDuration, writeDuration } from './duration.ts';
import { COMMANDS, type Command, type Option } from './option.ts';
import { OPTIONS, type OptionName, optionLabel } from './options.ts';
import { UsageError } from './usage-error.ts';

/** Values as given: flag beats environment. */
export type Given = Partial<Record<OptionName, string | boolean | number | string[]>>;

export type Sources = Partial<Record<OptionName, 'flag' | 'environment'>>;

export interface Invocation {
  command: Command;
  /** Words after the command: `create`, an id. */
  words: string[];
  given: Given;
  sources: Sources;
  /** What is wrong with the environment: `doctor` tells it, to all other commands it is an error. */
  problems: string[];
  help: boolean;
  version: boolean;
}

export type Environment = Record<string, string | undefined>;

/**
 * Reads a command line and the environment against the options table.
 * @throws UsageError for unknown commands, flags and `RCPT_` names, and for malformed values.
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
      ...OPTIONS.filter((option) => option.flag).map((option) => [
        option.name,
        { type: option.type === 'boolean' ? 'boolean' : 'string' },
      ]),
    ]),
  });
  const help = values.help === true;
  const version = values.version === true;
  const [first, ...words] = positionals;
  const given: Given = {};
  const sources: Sources = {};
  const problems: string[] = [];
  if (help || version) return { command: 'stdio', words, given, sources, problems, help, version };

  // An unknown flag's value looks like a command: the flag is what must be named.
  const flags = tokens.filter((token) => token.kind === 'option').map((token) => ({ token, option: knownFlag(token) }));
  const command = readCommand(first);
  for (const [name, text] of Object.entries(env)) {
    try {
      readVariable(name, text, command, given, sources);
    } catch (error) {
      if (command !== 'doctor' || !(error instanceof UsageError)) throw error;
      problems.push(error.message);
    }
  }
  for (const { token, option } of flags) readFlag(token, option, command, given, sources);
  return { command, words, given, sources, problems, help, version };
}

function readCommand(word: string | undefined): Command {
  if (word === undefined) return 'stdio';
  const command = COMMANDS.find((known) => known === word);
  if (command) return command;
  throw new UsageError(`There is no command "${word}". The commands are: ${COMMANDS.join(', ')}.`);
}

function readVariable(name: string, text: string | undefined, command: Command, given: Given, sources: Sources): void {
  if (!name.startsWith('RCPT_') || text === undefined) return;
  const option: Option | undefined = OPTIONS.find((candidate: Option) => candidate.env === name);
  if (!option) throw new UsageError(`${name} is not an option. ${nearest(name, environmentNames())}`);
  if (isUnset(text) || !option.commands.includes(command)) return;
  given[option.name as OptionName] = readValue(option, name, text);
  sources[option.name as OptionName] = 'environment';
}

/** A name set to nothing is how many launchers write "not set"; hosts of MCPB bundles may leave their own mark in it. */
const isUnset = (text: string) => text === '' || /^\$\{user_config\.\w+\}$/.test(text);

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
}

function knownFlag({ name, rawName }: OptionToken): Option {
  const flags = OPTIONS.filter((option: Option) => option.flag);
  const option = flags.find((candidate) => candidate.name === name);
  if (!option) throw new UsageError(`${rawName} is not an option. ${nearest(rawName, flags.map(optionLabel))}`);
  return option;
}

function readFlag(
  { rawName, value }: OptionToken,
  option: Option,
  command: Command,
  given: Given,
  sources: Sources,
): void {
  if (!option.commands.includes(command)) {
    throw new UsageError(`${rawName} is not an option of ${command}; it belongs to ${option.commands.join(', ')}.`);
  }
  if (option.type !== 'boolean' && value === undefined) {
    throw new UsageError(`${rawName} needs a value, such as ${rawName} ${option.example}.`);
  }
  given[option.name as OptionName] = readValue(option, rawName, value ?? 'true');
  sources[option.name as OptionName] = 'flag';
}

function environmentNames(): string[] {
  return OPTIONS.flatMap((option: Option) => option.env ?? []);
}

function readValue(option: Option, label: string, text: string): string | boolean | number | string[] {
  const wrong = (must: string) =>
    new UsageError(
      `${label} must be ${must}, such as ${label.startsWith('--') ? `${label} ` : `${label}=`}${option.example}.`,
    );
  const values = option.values ?? [];
  switch (option.type) {
    case 'boolean':
      if (/^(true|1|yes|on)$/i.test(text)) return true;
      if (/^(false|0|no|off)$/i.test(text)) return false;
      throw wrong('true or false');
    case 'integer': {
      const number = Number(text);
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = option;
      if (!/^\d+$/.test(text) || number < min || number > max) throw wrong(`a whole number from ${min} to ${max}`);
      return number;
    }
    case 'duration': {
      const length = readDuration(text);
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = option;
      if (length === undefined || length < min || length > max) {
        throw wrong(`a number of seconds, minutes or hours from ${writeDuration(min)} to ${writeDuration(max)}`);
      }
      return length;
    }
    case 'choice':
      if (!values.includes(text)) throw wrong(`one of ${values.join(', ')}`);
      return text;
    case 'list': {
      const items = text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean);
      if (items.length === 0 || items.some((item) => !values.includes(item)))
        throw wrong(`a comma list of ${values.join(', ')}`);
      return [...new Set(items)];
    }
    case 'string':
      if (text.trim() === '') throw wrong('a text');
      return text;
  }
}

/** Points from a misspelt name to the one that was probably meant. */
function nearest(name: string, known: readonly string[]): string {
  const best = known
    .map((candidate) => ({ candidate, far: distance(name, candidate) }))
    .sort((a, b) => a.far - b.far)[0];
  return best && best.far <= name.length / 4
    ? `Did you mean ${best.candidate}?`
    : `The options are: ${known.join(', ')}.`;
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
