/** What generated pages are made of. */

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** A table, its cells on one line each. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
export function replaceSection(text: string, name: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
  if (!pattern.test(text)) throw new Error(`the markers of ${name} are missing`);
  return text.replace(pattern, (_, open: string, close: string) => `${open}\n${content}\n\n${close}`);
}
