import { writeSync } from 'node:fs';
import { OPTIONS } from '../../config/options/index.ts';
import { createLogger, type LoggerOptions } from '../../lib/logging/logger.ts';

/** Synchronous, because the process exits right after: an asynchronous write to a slow pipe would be lost. */
function writeNow(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // stderr is the last channel: the error cannot be reported anywhere else.
  }
}

/** Logs the error that ends the program, at every log level. */
export function reportCrash(message: string, error: unknown, format: LoggerOptions['format']): void {
  createLogger({ level: 'error', format, write: writeNow }).error(message, { error });
}

/** Logs why the program exits with work unfinished, at every log level. */
export function reportForcedExit(message: string, format: LoggerOptions['format']): void {
  createLogger({ level: 'warn', format, write: writeNow }).warn(message);
}

/**
 * Replaces two defaults of Node: an uncaught error is printed with all its properties, which may hold secrets, and a
 * log that cannot be written ends the program.
 */
export function guardProcess(format: () => LoggerOptions['format']): void {
  const crash = (message: string) => (error: unknown) => {
    reportCrash(message, error, format());
    process.exit(1);
  };
  process.on('uncaughtException', crash('uncaught exception'));
  process.on('unhandledRejection', crash('unhandled rejection'));
  // With a full disk or a closed pipe, log lines are lost and the server keeps running.
  // Deferred, because creating the stream takes longer than parsing the command line: requests on stdin come first.
  setImmediate(() => process.stderr.on('error', () => {}));
}

/** Deletes secrets from the environment after they are read: Node's diagnostic reports contain the environment. */
export function deleteSecretVariables(): void {
  for (const { env, flag, type } of OPTIONS) {
    // A database URL can contain a password.
    if (env && (!flag || type.kind === 'database')) delete process.env[env];
  }
}
