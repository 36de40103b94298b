/** The commands of the program. `stdio` is what runs when none is named. */
export const COMMANDS = ['stdio', 'http', 'install', 'doctor', 'tokens', 'platform', 'keys', 'users', 'calls'] as const;
export type Command = (typeof COMMANDS)[number];

export interface Option {
  /** The flag without `--`; the key in code. */
  name: string;
  /** Environment name; absent for what belongs to one call of a command. */
  env?: `RCPT_${string}`;
  /** False: only from the environment, because a flag would show in process lists. */
  flag: boolean;
  type: 'string' | 'boolean' | 'integer' | 'duration' | 'choice' | 'list';
  /** Of `choice` and `list`. */
  values?: readonly string[];
  /** Of `integer`; of `duration` in milliseconds. */
  min?: number;
  max?: number;
  /** As a person would write it. */
  default?: string;
  /** What `--help` and docs/options.md say; one sentence. */
  meaning: string;
  /** A right value, for error messages. */
  example: string;
  commands: readonly Command[];
}
