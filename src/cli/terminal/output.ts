import type { Output } from '../runtime/run.ts';
import { UnwrittenError } from '../runtime/unwritten-error.ts';

/**
 * Creates what a command prints to stdout with.
 *
 * EPIPE, as from `rcpt-mcp http | head -1`, is ignored unless something is lost. Any other failure, such as a full disk, is
 * passed to `onFailure` as a message, once. Servers stop then; other commands come to their end, and close what they have opened.
 */
export function createOutput(onFailure: (message: string) => void): Output {
  let loss: string | undefined;
  let hasFailed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if ((isClosed(error) && loss === undefined) || hasFailed) return;
    hasFailed = true;
    const failure = `The output cannot be written (${error.code}).`;
    onFailure(loss === undefined ? failure : `${failure} ${loss}`);
  });
  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    write: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => {
          if (!error) return resolve();
          reject(new UnwrittenError(isClosed(error) ? 0 : 1, { cause: error }));
        });
      }),
    ifUnwritten: (stated) => {
      loss = stated;
    },
  };
}

/** Resolves when all earlier output is written, or cannot be: the reader may have closed stdout. */
export function flushStdout(): Promise<void> {
  return new Promise((resolve) => void process.stdout.write('', () => resolve()));
}

const isClosed = ({ code }: NodeJS.ErrnoException) => code === 'EPIPE';
