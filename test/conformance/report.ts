import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replaceSection, table } from '../../scripts/markdown.ts';
import type { Visited } from './clients/matrix.ts';
import type { Subject } from './subjects.ts';
import type { SuiteResult } from './suite.ts';

/** The page with the results. */
const PAGE = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));

const ratio = ({ passed, of }: { passed: number; of: number }) => `${passed}/${of}`;

/** Returns the suite's results as a table: one row per server and revision. */
export function suiteTable(results: readonly { subject: Subject; result: SuiteResult }[]): string {
  return table(
    ['server', 'revision', 'scenarios', 'checks', 'not scored', 'baseline'],
    results.map(({ subject: { name, revision, baseline }, result: { scored, checks, unscored } }) => [
      name,
      revision,
      ratio(scored),
      ratio(checks),
      ratio(unscored),
      baseline ?? 'none',
    ]),
  );
}

/** Returns the outcome of each client as a table. */
export function clientTable(visited: readonly Visited[]): string {
  return table(
    ['client', 'through', 'lists', 'books', 'error reported', 'cancels'],
    visited.map(({ kind: { name, through }, visit }) =>
      visit
        ? [name, through, visit.listed, visit.booked, visit.failed, visit.cancelled]
        : [name, through, 'failed', '', '', ''],
    ),
  );
}

/** Writes tables between their markers on the page, or returns the names of the tables that differ from the page. */
export function updatePage(tables: Record<string, string>, write: boolean): string[] {
  const page = readFileSync(PAGE, 'utf8');
  const changed = Object.entries(tables).filter(([name, text]) => replaceSection(page, name, text) !== page);
  if (!write) return changed.map(([name]) => name);
  writeFileSync(
    PAGE,
    changed.reduce((text, [name, content]) => replaceSection(text, name, content), page),
  );
  return [];
}

/** Formats a Markdown table for a terminal, with aligned columns. */
export function alignColumns(markdown: string): string {
  const rows = markdown
    .split('\n')
    .filter((line) => !/^\|( --- \|)+$/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
