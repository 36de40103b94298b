/** A file that cannot be imported. The message says what is wrong, and what to do. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** A choice of columns that no row can be read with, or a column that has to be chosen. */
export class ColumnError extends Error {
  override readonly name = 'ColumnError';
  readonly remedy: ColumnRemedy | undefined;

  /** @param message what is wrong */
  constructor(message: string, remedy?: ColumnRemedy) {
    super(message);
    this.remedy = remedy;
  }
}

/** What to do about a column. */
interface ColumnRemedy {
  /** An instruction without full stop. */
  text: string;
  /** Fields and columns in the form of the option `--map`. */
  example: string;
}
