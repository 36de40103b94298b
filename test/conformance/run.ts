import { parseArgs } from 'node:util';
import { visitAll } from './clients/matrix.ts';
import { installExternalTools, versionOf } from './outside.ts';
import { alignColumns, clientTable, suiteTable, updatePage } from './report.ts';
import { SUBJECTS } from './subjects.ts';
import { runSuite } from './suite.ts';

/**
 * Tests the product with third-party programs: the official conformance suite and other clients. Compares the results with
 * the tables in docs/conformance.md; `--write` updates the page.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const progress = (text: string) => process.stderr.write(`${text}\n`);
const startedAt = performance.now();

progress('Installing the suite and the clients through npx');
const tools = await installExternalTools().catch((error: Error) => {
  progress(`FAILED: ${error.message}`);
  process.exit(1);
});
const failures: string[] = [];

const suite = [];
for (const subject of SUBJECTS) {
  progress(`Suite ${subject.revision}: ${subject.name}`);
  const { url, stop } = await subject.start();
  const result = await runSuite(tools, subject, url).finally(stop);
  suite.push({ subject, result });
  if (!result.asExpected) failures.push(`${subject.name}, ${subject.revision}:\n${result.output}`);
}

const clients = await visitAll(tools, progress);
for (const { kind, error } of clients) if (error) failures.push(`${kind.name}, ${kind.through}: ${error}`);

const tables = { suite: suiteTable(suite), clients: clientTable(clients) };
const titles = { suite: `Conformance suite ${versionOf('@modelcontextprotocol/conformance')}`, clients: 'Clients' };
for (const [name, title] of Object.entries(titles))
  process.stdout.write(`${title}\n\n${alignColumns(tables[name as keyof typeof tables])}\n\n`);
if (failures.length === 0) {
  for (const name of updatePage(tables, values.write))
    failures.push(`the table ${name} in docs/conformance.md is outdated: npm run conformance -- --write`);
}
process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s\n`);
for (const failure of failures) process.stderr.write(`\nFAILED: ${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
