/** A wrong command line or environment: exit code 2. The message names the option and shows a valid value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the operator can fix, such as a port in use: exit code 1, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
