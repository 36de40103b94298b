import { UsageError } from '../runtime/usage-error.ts';

/** The commands of the program. `stdio` is the default command. */
export const COMMANDS = ['stdio', 'http', 'install', 'doctor', 'tokens', 'platform', 'keys', 'users', 'calls'] as const;
export type Command = (typeof COMMANDS)[number];

/** The commands that run an MCP server, write its configuration or check it. */
export const SERVERS = ['stdio', 'http', 'install', 'doctor'] as const;

/** How an option's text becomes a typed value, and how the value is written as text again. */
export interface ValueType<T> {
  /** What help, doctor, `install` and the registry entry need to know: `secret` values are never printed. */
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

/** One row of the options table: everything there is to say about an option. */
export interface Option<Name extends string = string, T = unknown> {
  /** The flag without `--`; the key of `OptionValues`. */
  name: Name;
  /** The environment name; absent for options of a single invocation. */
  env?: `RCPT_${string}`;
  /** False: only from the environment, because process lists show flags. */
  flag: boolean;
  type: ValueType<T>;
  default?: T;
  /** The default as help shows it, where it is computed at run time or has a shorter name. */
  defaultDescription?: string;
  /** What `--help` and docs/options.md print; one sentence. */
  description: string;
  /** A valid value, for error messages. */
  example: string;
  commands: readonly Command[];
}

/** Declares a row. Its value has the type that `type` parses; without a default it may be undefined. */
export function defineOption<const Name extends string, const T>(
  row: Option<Name, T> & { default: NoInfer<T> },
): Option<Name, T> & { default: T };
export function defineOption<const Name extends string, const T>(row: Option<Name, T>): Option<Name, T>;
export function defineOption(row: Option): Option {
  return row;
}

/** A text of the wrong form. The parser adds the option's name and its example. */
export class MalformedValueError extends Error {
  override readonly name = 'MalformedValueError';

  /** @param must follows "must be" */
  constructor(readonly must: string) {
    super(`must be ${must}`);
  }
}

/** A well-formed text with a content that cannot be used. `doctor` reports it; all other commands end with exit code 2. */
export class InvalidValueError extends UsageError {}

/** The name of an option in messages: its flag, or its environment name where it has no flag. */
export function optionLabel({ name, flag, env }: Option): string {
  return flag ? `--${name}` : (env ?? name);
}

/** Both names: `--poll (RCPT_POLL)`. */
export function optionNames(option: Option): string {
  const label = optionLabel(option);
  return option.env && option.env !== label ? `${label} (${option.env})` : label;
}

/** The default as help and docs/options.md show it; empty where there is none. */
export function shownDefault({ default: value, defaultDescription, type }: Option): string {
  return defaultDescription ?? (value === undefined ? '' : type.format(value));
}
