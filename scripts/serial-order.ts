import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runSerialOrder, type SerialOrderReport } from '../test/faults/serial-order.ts';
import { temporaryFolder } from '../test/support/platform.ts';
import { missingPostgresReason } from '../test/support/postgres/binaries.ts';
import { sharedDatabase } from '../test/support/postgres/shared.ts';

/** A new database of each engine that this machine has. */
const ENGINES: Record<string, () => Promise<{ database: string; remove(): Promise<void> }>> = {
  SQLite: async () => {
    const folder = temporaryFolder();
    return { database: join(folder, 'platform.db'), remove: () => rm(folder, { recursive: true, force: true }) };
  },
  ...(missingPostgresReason() === undefined ? { PostgreSQL: sharedDatabase } : {}),
};

/** Changes records through three servers on each engine, and prints a table. Returns the number of faults. */
export async function testSerialOrder(changes: number, seed: number): Promise<number> {
  let faults = 0;
  for (const [engine, create] of Object.entries(ENGINES)) {
    const { database, remove } = await create();
    try {
      const report = await runSerialOrder({ database, changes, seed, progress: (done) => printProgress(engine, done) });
      print(engine, changes, report);
      faults += report.faults.length;
    } finally {
      await remove();
    }
  }
  return faults;
}

function printProgress(engine: string, done: number) {
  if (done % 500 === 0) process.stderr.write(`${engine}: ${done} changes\n`);
}

function print(engine: string, changes: number, { outcomes, kills, pauses, faults, seconds }: SerialOrderReport) {
  console.log(`\n| ${engine} | reported done | reported not done | reported unknown |\n| --- | ---: | ---: | ---: |`);
  for (const [kind, { done, notDone, unknown }] of [...outcomes].sort())
    console.log(`| ${kind} | ${done} | ${notDone} | ${unknown} |`);
  const disturbed = `${kills} servers killed, ${pauses} paused`;
  console.log(
    `\n${changes} changes in ${Math.round(seconds)} s, ${disturbed}: ${faults.length} without a serial order.`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
}
