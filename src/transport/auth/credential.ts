/** The credential of a caller, for limits and for the end of its streams. */
export interface Credential {
  /** The caller's id; empty without authentication. */
  caller: string;
  /** Key of caller and rights: another key means that the rights have changed. */
  rights: string;
  /** Returns whether the operator or the platform has verified the credential. */
  verified(): boolean;
}
