import type { Logger } from '../lib/logger.ts';
import type { OtelEnvironment } from '../tracing/settings.ts';
import type { Given, Sources } from './parse.ts';

/** What a command is given. */
export interface Run {
  /** Words after the command. */
  words: readonly string[];
  given: Given;
  /** Where each value comes from; what is not here has its default. */
  sources: Sources;
  /** What is wrong with the environment, for `doctor`; other commands do not run with a wrong one. */
  problems: readonly string[];
  /** Whether stdout is a terminal that shows colours. */
  colours: boolean;
  logger: Logger;
  /** Writes a line to stdout. Not for `stdio`, whose stdout belongs to JSON-RPC. */
  print(line: string): void;
  /** Writes to stdout and settles when that was taken. Rejects when it was not. Not for `stdio` either. */
  write(text: string): Promise<void>;
  /** Settles with the first signal that asks the program to end; until it is called, signals do as they always do. */
  asked(): Promise<void>;
  /** What the environment says of tracing, where traces are wanted. */
  telemetry: OtelEnvironment | undefined;
}

/** Runs a command; ends when it is done. */
export type CommandRun = (run: Run) => Promise<void>;
