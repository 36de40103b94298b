/** Formats a table for a terminal. Columns are as wide as their widest cell; lines are truncated to `width`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], width = 100): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => {
    const text = cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    return text.length > width ? `${text.slice(0, width - 1)}…` : text;
  };
  return [line(head), line(widths.map((size) => '-'.repeat(size))), ...rows.map(line)];
}
