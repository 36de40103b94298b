/** A wrong command line or environment: exit code 2. The message names the option and shows a valid value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the operator can fix, such as a port in use: exit code 1, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A text could not be written to stdout. Nothing more is to be said: the cause is reported, or the reader has all it wants. */
export class UnwrittenError extends Error {
  override readonly name = 'UnwrittenError';

  constructor(
    readonly exitCode: 0 | 1,
    options: ErrorOptions,
  ) {
    super('stdout cannot be written', options);
  }
}
