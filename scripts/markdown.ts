/** Helpers for generated pages. */

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** Formats a Markdown table; white space in cells is collapsed to one line. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. @throws Error if the markers are missing */
export function replaceSection(text: string, name: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
  if (!pattern.test(text)) throw new Error(`the markers of ${name} are missing`);
  return text.replace(pattern, (_, open: string, close: string) => `${open}\n${content}\n\n${close}`);
}
