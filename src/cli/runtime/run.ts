import type { OptionValues } from '../../config/options/index.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { OtelEnvironment } from '../../tracing/settings.ts';
import type { Invocation } from '../parser/parse.ts';

/** What a command prints with. `stdio` has none: its stdout belongs to JSON-RPC. */
export interface Output {
  /** Writes a line to stdout. */
  print(line: string): void;
  /** Writes to stdout; resolves when the text is written, rejects if it cannot be. */
  write(text: string): Promise<void>;
  /** States what the user has lost if what is printed from now on cannot be written, such as a key that is shown once. */
  ifUnwritten(loss: string): void;
}

/** The input of a command, without what it prints with. */
export interface RunInput extends Pick<Invocation, 'sources' | 'problems' | 'invalid'> {
  /** Arguments after the command that are not flags. */
  positionals: readonly string[];
  options: OptionValues;
  /** True if a person reads stdout; otherwise a pipe or a file gets it. */
  isTerminal: boolean;
  /** True if stdout is a terminal that shows colours. */
  colours: boolean;
  /** Columns that a line may have: those of the terminal, at most 100; 100 without a terminal. */
  columns: number;
  logger: Logger;
  /**
   * Settles with the first SIGINT or SIGTERM, or when stdout cannot be written; until it is called, these signals have their
   * default effect.
   */
  shutdownSignal(): Promise<void>;
  /** The OpenTelemetry variables of the environment; undefined if tracing is not configured. */
  telemetry: OtelEnvironment | undefined;
}

/** The input of a command. */
export interface Run extends RunInput, Output {}

/** Runs a command; settles when it is done. */
export type CommandRun = (run: Run) => Promise<void>;
