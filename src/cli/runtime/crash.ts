import { writeSync } from 'node:fs';
import { createLogger, type LoggerOptions } from '../../lib/logger.ts';
import { OPTIONS } from '../options/index.ts';

/** Synchronous, because the process ends right after: a slow pipe would lose the line. */
function writeNow(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // There is no other channel left.
  }
}

/** Logs why the program ends, at every log level. */
export function reportCrash(message: string, error: unknown, format: LoggerOptions['format']): void {
  createLogger({ level: 'error', format, write: writeNow }).error(message, { error });
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
  // A full disk or a reader that has gone away costs the log, not the appointments.
  // Creating the stream takes longer than parsing the command line: requests waiting on stdin come first.
  setImmediate(() => process.stderr.on('error', () => {}));
}

/** Removes the secrets from the environment once they are read: Node's diagnostic reports contain the environment. */
export function deleteSecretVariables(): void {
  for (const { env, flag, type } of OPTIONS) {
    // A database URL can contain a password.
    if (env && (!flag || type.kind === 'database')) delete process.env[env];
  }
}
