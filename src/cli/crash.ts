import { writeSync } from 'node:fs';
import { createLogger, type LoggerOptions } from '../lib/logger.ts';
import { OPTIONS } from './options/index.ts';

/** Written at once, because the process ends right after: a pipe to somebody slow would lose it. */
function writeNow(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // Nobody can be told any more.
  }
}

/** Logs why the program ends, whatever the log level: silence is no explanation. */
export function reportCrash(message: string, error: unknown, format: LoggerOptions['format']): void {
  createLogger({ level: 'error', format, write: writeNow }).error(message, { error });
}

/**
 * What Node does by itself with an error that nobody caught is to print it with all that it holds, and what it does
 * with a log that nobody can take is to end the program. Neither is wanted.
 */
export function guardProcess(format: () => LoggerOptions['format']): void {
  const crash = (message: string) => (error: unknown) => {
    reportCrash(message, error, format());
    process.exit(1);
  };
  process.on('uncaughtException', crash('uncaught exception'));
  process.on('unhandledRejection', crash('unhandled rejection'));
  // A full disk or a reader that has gone away costs the log, not the appointments.
  // Making the stream takes longer than reading the command line: not before what waits on stdin was answered.
  setImmediate(() => process.stderr.on('error', () => {}));
}

/** Takes the secrets out of the environment once they are read: reports that Node writes of itself have all of it. */
export function forgetSecrets(): void {
  for (const { env, flag, type } of OPTIONS) {
    // A database URL can contain a password.
    if (env && (!flag || type.kind === 'database')) delete process.env[env];
  }
}
