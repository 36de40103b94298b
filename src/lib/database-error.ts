/** The database cannot be used. The message states the reason and the correction, for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The message without paths and addresses, for clients of the API. */
  readonly publicMessage: string;

  constructor(message: string, options: ErrorOptions & { publicMessage?: string } = {}) {
    super(message, options);
    this.publicMessage = options.publicMessage ?? message;
  }
}
