import { parseArgs } from 'node:util';
import { visitAll } from './clients/matrix.ts';
import { installExternalTools, versionOf } from './outside.ts';
import { alignColumns, clientTable, suiteTable, updatePage } from './report.ts';
import { SUBJECTS } from './subjects.ts';
import { runSuite } from './suite.ts';

/**
 * What programs that nobody here wrote say of the product: the official conformance suite, and other people's clients.
 * Compares the tables with those in docs/conformance.md; `--write` puts them there.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const progress = (text: string) => process.stderr.write(`${text}\n`);
const began = performance.now();

progress('Getting the suite and the clients, through npx');
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
    failures.push(`docs/conformance.md shows another table of ${name}: npm run conformance -- --write`);
}
process.stdout.write(`${Math.round((performance.now() - began) / 1000)} s\n`);
for (const failure of failures) process.stderr.write(`\nFAILED: ${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
