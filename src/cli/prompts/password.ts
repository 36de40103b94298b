import { CommandError, UsageError } from '../../config/usage-error.ts';
import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';
import { readShortText } from '../runtime/text-file.ts';
import { askHidden, isInteractive } from '../terminal/terminal.ts';

/** More than the longest password in UTF-8: what is longer is another file. */
const MAX_BYTES = 4_096;

/**
 * Reads a password from a file, from the person at the terminal, or from stdin: never from an argument, which process
 * lists show. A line break at the end does not belong to it.
 * @throws UsageError if there is none, CommandError if it cannot be read or is no password
 */
export async function readPassword(file: string | undefined): Promise<string> {
  if (file === undefined && isInteractive()) return typeTwice();
  const name = file ?? 'stdin';
  const text = await readShortText(file, { name, kind: 'password', maxBytes: MAX_BYTES });
  const password = text.replace(/\r?\n$/, '');
  // No keyboard types them. A file in UTF-16 has a zero character beside each letter.
  if (/\p{Cc}/u.test(password)) {
    throw new CommandError(
      `${name} must contain the password alone, on one line and as UTF-8, without control characters. Nothing was changed.`,
    );
  }
  if (password !== '') return password;
  throw new UsageError(
    file === undefined
      ? 'There is no password: type it on a terminal, or give it on stdin or in a file, such as --password-file ./password.txt.'
      : `${file} contains no password.`,
  );
}

async function typeTwice(): Promise<string> {
  const [password = '', repeated = ''] = await askHidden(['New password: ', 'Again: ']);
  if (equalInConstantTime(password, repeated)) return password;
  throw new CommandError('The two passwords differ. Nothing was changed.');
}
