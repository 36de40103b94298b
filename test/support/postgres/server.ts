import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { type Programs, unpackPrograms } from './binaries.ts';

/** A real PostgreSQL server for tests. */
export interface PostgresServer {
  port: number;
  /** Returns the superuser's URL of a database. */
  administration(database?: string): string;
  /**
   * Creates an empty database owned by an ordinary user, and returns that user's URL for it.
   * @param name of the database, of which one that exists is replaced. Default: a new name.
   */
  createDatabase(name?: string): Promise<string>;
  /** Creates a copy of a database to which no client is connected, and returns the ordinary user's URL for it. */
  copyDatabase(template: string): Promise<string>;
  /** Returns the URL of a database for that user. */
  urlOf(name: string): string;
  /** Runs statements as superuser in a database. */
  run(database: string, ...statements: string[]): Promise<void>;
  /** Stops the server like `pg_ctl stop -m fast` (SIGINT) or `-m immediate` (SIGQUIT). */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and deletes its files, except a `dataFolder`. */
  remove(): Promise<void>;
}

export interface ServerOptions {
  /** Additional settings, such as `ssl: 'on'`. */
  settings?: Record<string, string>;
  /** Additional files in the data folder: content by name. */
  files?: Record<string, string>;
  /** An absolute path of a data folder that remains, for the next server. It is created if it does not exist. */
  dataFolder?: string;
}

export const USER = 'receptionist';
export const PASSWORD = 'correct horse: battery/staple?';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  // The data need not survive a crash of the machine. A killed server loses no data by these settings.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

export async function startServer({
  settings = {},
  files = {},
  dataFolder,
}: ServerOptions = {}): Promise<PostgresServer> {
  const programs = unpackPrograms();
  const data = dataFolder ?? join(programs.folder, 'data');
  const isNew = !existsSync(join(data, 'PG_VERSION'));
  const passwordFile = writePrivateFile(programs, 'password', PASSWORD);
  // A locale that does not sort by bytes, so that code which relies on the database's sort order fails.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  if (dataFolder !== undefined && isNew) createOwnFolder(programs, dataFolder);
  if (isNew)
    await execute(programs, 'initdb', ['--pgdata', data, '--no-sync', '--no-instructions', ...locale, ...access]);
  for (const [name, content] of Object.entries(files)) writePrivateFile(programs, join('data', name), content);

  const port = await freePort();
  let child: ChildProcess | undefined;
  let databases = 0;
  const all = { ...SETTINGS, ...settings, port: String(port) };
  const start = async () => {
    child = spawn(
      programs.path('postgres'),
      ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...programs.as, cwd: programs.folder, env: { LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await waitUntilReady(child);
  };
  const stop = async (signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT') => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  process.once('exit', () => child?.kill('SIGQUIT'));
  const administration = (database = 'postgres') =>
    `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const run = (database: string, ...statements: string[]) => runStatements(administration(database), ...statements);

  const urlOf = (name: string) => `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`;

  await start();
  if (isNew) await run('postgres', `create role ${USER} login password '${PASSWORD}'`);
  return {
    port,
    administration,
    urlOf,
    async createDatabase(name = `test_${++databases}`) {
      await run('postgres', `drop database if exists ${name}`, `create database ${name} owner ${USER}`);
      return urlOf(name);
    },
    async copyDatabase(template) {
      const name = `test_${++databases}`;
      // Half as long as through the write-ahead log, which is the default.
      await run('postgres', `create database ${name} owner ${USER} template ${template} strategy file_copy`);
      return urlOf(name);
    },
    run,
    start,
    stop,
    async remove() {
      await stop(dataFolder === undefined ? 'SIGQUIT' : 'SIGINT');
      rmSync(programs.folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL statements on a database, one at a time. */
export async function runStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Resolves when the server logs that it accepts connections. Later output is drained and discarded. */
async function waitUntilReady(child: ChildProcess): Promise<void> {
  let log = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });
  await ready;
}

async function execute(programs: Programs, name: string, args: string[]): Promise<void> {
  const options = { ...programs.as, cwd: programs.folder, env: { LC_ALL: 'C' } };
  await promisify(execFile)(programs.path(name), args, options);
}

/** Writes a file that only the server can read, and returns its path. */
function writePrivateFile({ folder, as }: Programs, name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid);
  return path;
}

/** Creates a folder that belongs to the user that runs the programs. */
function createOwnFolder({ as }: Programs, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
}
