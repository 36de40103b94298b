import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { startDurableServer } from '../databases.ts';
import { createLargeBusiness, type LargeBusiness } from './business.ts';
import { fill } from './fill.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What the content of a database depends on. */
const SOURCES = ['bench/lib/large', 'src/platform/store', 'src/platform/derived', 'src/lib/search/text-search.ts'];
/** All databases are in a folder of this name among the temporary files. */
const FOLDER = 'rcpt-large-business';
/** Databases of an earlier state of the sources are deleted when they have not been used for as long. */
const UNUSED_MS = 12 * 3_600_000;

export interface LargeDatabase {
  /** The value for `--database`. */
  database: string;
  business: LargeBusiness;
}

/** Databases of one engine with large businesses. They remain among the temporary files, for the next run. */
export interface LargeDatabases {
  /** Opens the database of a business, and fills it if no earlier run has. */
  open(bookings: number): Promise<LargeDatabase>;
  close(): Promise<void>;
}

export async function largeDatabases(engine: 'sqlite' | 'postgres'): Promise<LargeDatabases> {
  const folder = join(tmpdir(), FOLDER, digestOf(SOURCES));
  mkdirSync(folder, { recursive: true });
  removeUnused(folder);
  const server = engine === 'postgres' ? await startDurableServer(join(folder, 'postgres')) : undefined;
  return {
    async open(bookings) {
      const business = createLargeBusiness(bookings);
      const name = `business_${bookings}`;
      const file = join(folder, `${name}.db`);
      const complete = join(folder, `${name}.${engine}.complete`);
      const database = server?.urlOf(name) ?? file;
      if (existsSync(complete)) return { database, business };
      console.error(`${engine}: ${bookings} bookings are inserted into ${server ? join(folder, 'postgres') : file}`);
      if (server) await server.createDatabase(name);
      else for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      await fill(database, business);
      if (server) await server.run(name, 'vacuum analyze', 'checkpoint');
      else await checkpoint(file);
      writeFileSync(complete, '');
      return { database, business };
    },
    close: async () => server?.remove(),
  };
}

/** Writes the WAL back, which an ended server would have done: reads are slower while it is large. */
async function checkpoint(file: string): Promise<void> {
  const connection = new (await loadSqlite())(file);
  connection.exec('pragma wal_checkpoint(truncate)');
  connection.close();
}

/** Returns a digest of files, and of those in folders. Those that do not exist count too. */
function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const full = join(ROOT, path);
    hash.update(`${path}\n`);
    if (!existsSync(full)) continue;
    const files = statSync(full).isDirectory()
      ? readdirSync(full, { recursive: true, encoding: 'utf8' }).map((name) => join(full, name))
      : [full];
    for (const file of files.filter((one) => statSync(one).isFile()).sort()) hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function removeUnused(folder: string): void {
  const parent = join(folder, '..');
  for (const name of readdirSync(parent)) {
    const other = join(parent, name);
    if (other !== folder && Date.now() - statSync(other).mtimeMs > UNUSED_MS) rmSync(other, { recursive: true });
  }
}
