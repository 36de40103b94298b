/** A wrong command line or environment. Ends the program with exit code 2; the message names the option and shows a right value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the operator can fix, such as a port in use. Exit code 1, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
