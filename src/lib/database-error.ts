/** The database cannot be used; the message says why and what to do, and is meant for the operator. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** The same without the file's path, for callers of the API. */
  readonly publicMessage: string;

  constructor(message: string, options: ErrorOptions & { publicMessage?: string } = {}) {
    super(message, options);
    this.publicMessage = options.publicMessage ?? message;
  }
}
