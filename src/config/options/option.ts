import { UsageError } from '../usage-error.ts';
import { type CommandPath, isGroup } from './usage.ts';

/** The commands of the program. `stdio` is the default command. */
export const COMMANDS = [
  'stdio',
  'http',
  'install',
  'doctor',
  'tokens',
  'platform',
  'keys',
  'users',
  'calls',
  'calendars',
  'business',
  'demo',
  'contacts',
  'bookings',
  'agenda',
  'index',
] as const;
export type Command = (typeof COMMANDS)[number];

/** For options of all commands. `platform` alone runs a server, so that its subcommands are listed too. */
export const ALL_COMMANDS = [...COMMANDS, 'platform backup', 'platform restore', 'platform webhooks'] as const;

/** The commands that run an MCP server, write its configuration or check it. */
export const SERVERS = ['stdio', 'http', 'install', 'doctor'] as const;

/** The commands that use a platform wherever it is: a remote one, or the embedded one. */
export const PLATFORM_CLIENTS = [...SERVERS, 'agenda'] as const;

/** Converts an option's text to a typed value and back. */
export interface ValueType<T> {
  /** The kind of value, for help, doctor, `install` and the registry entry. `secret` values are never printed. */
  kind: 'text' | 'secret' | 'file' | 'database' | 'url' | 'boolean' | 'integer' | 'duration' | 'choice' | 'list';
  /** The permitted values of `choice` and `list`. */
  values?: readonly string[];
  /**
   * @param names the option's flag and environment name, for the message of an `InvalidValueError`
   * @throws MalformedValueError, InvalidValueError
   */
  parse(text: string, names: string): T;
  /** The inverse of `parse`. */
  format(value: T): string;
}

/** One row of the options table: the complete declaration of an option. */
export interface Option<Name extends string = string, T = unknown> {
  /** The flag without `--`; the key of `OptionValues`. */
  name: Name;
  /** The environment name; absent for options of a single invocation. */
  env?: `RCPT_${string}`;
  /** False if the option can be set only in the environment, because process lists show flags. */
  flag: boolean;
  type: ValueType<T>;
  default?: T;
  /** The default for help, if it is computed at run time or has a shorter name. */
  defaultDescription?: string;
  /** What `--help` and docs/options.md print: a phrase without a period at its end. */
  description: string;
  /** A valid value, for error messages. */
  example: string;
  /** The commands that have it. One that groups others stands for all of these, any other for itself. */
  commands: readonly CommandPath[];
}

export const isOptionOf = ({ commands }: Option, path: CommandPath) =>
  commands.some((one) => one === path || (isGroup(one) && path.startsWith(`${one} `)));

/** True if a command has an option, or one of its subcommands has it. */
export const isOptionOfCommand = ({ commands }: Option, command: Command) =>
  commands.some((one) => one === command || one.startsWith(`${command} `));

/** Declares a row. Its value has the type that `type` parses; without a default it may be undefined. */
export function defineOption<const Name extends string, const T>(
  row: Option<Name, T> & { default: NoInfer<T> },
): Option<Name, T> & { default: T };
export function defineOption<const Name extends string, const T>(row: Option<Name, T>): Option<Name, T>;
export function defineOption(row: Option): Option {
  return row;
}

/** A text in the wrong format. The parser adds the option's name and its example to the message. */
export class MalformedValueError extends Error {
  override readonly name = 'MalformedValueError';

  /** @param must follows "must be" */
  constructor(readonly must: string) {
    super(`must be ${must}`);
  }
}

/** A well-formed text with an invalid value. `doctor` reports it; all other commands exit with code 2. */
export class InvalidValueError extends UsageError {}

/** Returns the name of an option for messages: its flag, or its environment name if it has no flag. */
export function optionLabel({ name, flag, env }: Option): string {
  return flag ? `--${name}` : (env ?? name);
}

/** Returns both names: `--poll (RCPT_POLL)`. */
export function optionNames(option: Option): string {
  const label = optionLabel(option);
  return option.env && option.env !== label ? `${label} (${option.env})` : label;
}

/** Returns the default for help and docs/options.md; an empty string if there is none. */
export function shownDefault({ default: value, defaultDescription, type }: Option): string {
  return defaultDescription ?? (value === undefined ? '' : type.format(value));
}
