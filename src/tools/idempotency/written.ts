/** The result of a write: a record that was created, changed, or found to exist already. */
export interface Written<T> {
  result: T;
  /** A sentence for the answer. */
  note?: string;
}
