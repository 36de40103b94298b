/** Characters that need no quotes, and how a quotation mark is written between others. */
const SHELLS = {
  posix: { plain: /^[\w@%+=:,./-]+$/, marks: /'/g, mark: "'\\''" },
  // A comma makes a list, and @ before a name inserts a variable. Typographic quotation marks end a text, too.
  powershell: { plain: /^[\w%+=:./\\-][\w@%+=:./\\-]*$/, marks: /['‘’‚‛]/g, mark: '$&$&' },
} as const;

const SHELL = process.platform === 'win32' ? 'powershell' : 'posix';

/** Quotes an argument for the command line that a person copies into a shell. */
export function quoteArgument(text: string, shell: keyof typeof SHELLS = SHELL): string {
  const { plain, marks, mark } = SHELLS[shell];
  return plain.test(text) ? text : `'${text.replace(marks, mark)}'`;
}
