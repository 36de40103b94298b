import type { OptionName } from '../../config/options/index.ts';

/** What `--help` says of a command, besides its usage and its options. */
export interface CommandHelp {
  /** One line for overviews: imperative, without a period. */
  summary: string;
  /** What a reader must know before using it; sentences. */
  details?: string;
  /** By placeholder of the usage line, without brackets. */
  arguments?: Readonly<Record<string, string>>;
  /** Options that mean something special to this command. */
  options?: Readonly<Partial<Record<OptionName, string>>>;
  /** Command lines, each with what it does. */
  examples: readonly (readonly [line: string, does: string])[];
}
