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
