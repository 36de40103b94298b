/** Makes processes book, move, cancel and close, and looks for the serial order that explains all answers. */
import { parseArgs } from 'node:util';
import { checkHistory } from '../test/platform/history/check.ts';
import { makeHistory } from '../test/platform/history/run.ts';
import { sharedDatabase } from '../test/support/postgres/shared.ts';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '50000' },
    processes: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});
const [operations, processes, seed] = [values.operations, values.processes, values.seed].map(Number) as [
  number,
  number,
  number,
];
const { database, remove } = await sharedDatabase();
const begin = performance.now();
const history = await makeHistory({ database, operations, processes, seed, kills: true });
const seconds = Math.round((performance.now() - begin) / 1_000);
const faults = checkHistory(history);
await remove();
const answers = new Map<string, number>();
for (const entry of history.entries) {
  if ('answered' in entry) answers.set(entry.error ?? 'accepted', (answers.get(entry.error ?? 'accepted') ?? 0) + 1);
}
console.log(
  `${operations} requests to ${processes} processes on PostgreSQL in ${seconds} s, one of them killed, seed ${seed}: ` +
    `${history.events.length} events, ${[...answers].map(([error, count]) => `${count} ${error}`).join(', ')}; ` +
    `${faults.length} entries that no serial order explains.`,
);
for (const fault of faults.slice(0, 50)) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
