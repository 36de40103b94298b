import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { isPostgresUrl } from '../../src/lib/database/database-url.ts';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { runStatements } from './postgres/server.ts';
import { sharedDatabase, type Template } from './postgres/shared.ts';

/**
 * The database engine of this test run. Tests in test/platform run on both engines, as two projects of vitest.config.ts.
 */
export const ENGINE = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

/**
 * How many random examples a test tries that compares two ways to the same answer: `count` in a long test, a third of them in a
 * short one. Fewer on PostgreSQL, where each statement takes a network round trip. The first ones are always the same.
 * `RANDOM_EXAMPLES=long` selects long tests.
 */
export const randomExamples = (count: number): number =>
  Math.ceil(count / (process.env.RANDOM_EXAMPLES === 'long' ? 1 : 3) / (ENGINE === 'sqlite' ? 1 : 2.5));

/** A new database. */
export interface TestDatabase {
  /** The value for `--database`. */
  database: string;
  /** Runs SQL statements directly, one at a time, with all privileges. */
  direct(...statements: string[]): Promise<void>;
  /** Deletes the database. */
  remove(): Promise<void>;
}

/** Creates a database. Outside of a test run of vitest.config.ts, it is always empty. */
export async function newDatabase(content: 'empty' | Template = 'platform'): Promise<TestDatabase> {
  if (ENGINE === 'sqlite') return newFile(content);
  const { database, administration, remove } = await sharedDatabase(content);
  return { database, direct: (...statements) => runStatements(administration, ...statements), remove };
}

/** Environment variable with the path of a folder of SQLite databases: see template-databases.ts. */
export const TEMPLATES_VARIABLE = 'TEST_TEMPLATE_DATABASES';
export const templateFile = (folder: string, template: Template) => join(folder, `${template}.db`);

/** Copies a SQLite database to a path. Outside of a test run of vitest.config.ts it does nothing. */
export function copyTemplate(template: Template, path: string): void {
  const folder = process.env[TEMPLATES_VARIABLE];
  if (folder === undefined) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  copyFileSync(templateFile(folder, template), path);
}

function newFile(content: 'empty' | Template): TestDatabase {
  const folder = temporaryFolder();
  const database = join(folder, 'platform.db');
  if (content !== 'empty') copyTemplate(content, database);
  return {
    database,
    async direct(...statements) {
      const connection = new (await loadSqlite())(database);
      try {
        // The platform may be writing.
        connection.exec('pragma busy_timeout = 5000');
        for (const statement of statements) connection.exec(statement);
      } finally {
        connection.close();
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns the whole content of a database as searchable text. */
export async function dumpDatabase(database: string): Promise<string> {
  if (!isPostgresUrl(database)) {
    const files = [database, `${database}-wal`].filter((file) => existsSync(file));
    return files.map((file) => readFileSync(file, 'latin1')).join('');
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const text = await client.query("select database_to_xml(true, false, '')::text as text");
  await client.end();
  return text.rows[0].text;
}

/** Environment variable with the path of a folder in memory: see temporary-folders.ts. */
export const TEMPORARY_FOLDERS_VARIABLE = 'TEST_TEMPORARY_FOLDERS';

/** Creates a folder, in memory where vitest.config.ts has found enough of it. */
export function temporaryFolder(): string {
  const folder = process.env[TEMPORARY_FOLDERS_VARIABLE];
  return mkdtempSync(folder === undefined ? join(tmpdir(), 'rcpt-test-') : join(folder, 't-'));
}
