/** Quotes an argument for the command line that a person copies into a shell. */
export const quoteArgument = (text: string) =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
