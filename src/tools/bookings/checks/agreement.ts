/** What the user has agreed to. */
export interface Agreement {
  allow_duplicate?: boolean | undefined;
  /** Not on a day on which the business is closed, which is a rule of its own. */
  outside_hours?: boolean | undefined;
  /** Rules of the business that it breaks deliberately. */
  override?: readonly string[] | undefined;
}
