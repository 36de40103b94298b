/**
 * The database cannot be used. States the reason and the correction: for clients of the API without paths, addresses and
 * names of hosts, which only the operator sees.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  /**
   * @param publicMessage for clients of the API.
   * @param options.operatorMessage the same with the path or address of the database, for the log and for commands.
   */
  constructor(
    readonly publicMessage: string,
    { operatorMessage = publicMessage, ...options }: ErrorOptions & { operatorMessage?: string } = {},
  ) {
    super(operatorMessage, options);
  }

  /** `publicMessage` without the outcome, for an answer that states it itself. */
  get publicReason(): string {
    return this.publicMessage.replace(' Nothing was changed.', '');
  }

  /** The error of the database at a path or address. @param reason completes a sentence: "is damaged. …" */
  static at(place: string, reason: string, options: ErrorOptions = {}): DatabaseError {
    return new DatabaseError(`The database ${reason}`, {
      ...options,
      operatorMessage: `The database ${place} ${reason}`,
    });
  }
}

/** The database failed a write before it changed anything, or has undone it. */
export class NothingChangedError extends DatabaseError {
  constructor({ publicMessage, message, cause }: DatabaseError) {
    super(publicMessage, { operatorMessage: message, cause });
  }
}
