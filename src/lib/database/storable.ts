/** True if each database returns a text as it was stored: SQLite ends it at U+0000, and PostgreSQL refuses that. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** What is said of a text that is not. */
export const NOT_STORABLE = 'must be well-formed Unicode without U+0000';
