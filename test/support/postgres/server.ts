import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Programs, unpackPrograms } from './binaries.ts';

/** A real PostgreSQL server of this test run. */
export interface PostgresServer {
  port: number;
  /** The URL of a database for its superuser. */
  administration(database?: string): string;
  /** Creates an empty database that an ordinary user owns, and gives that user's URL for it. */
  createDatabase(): Promise<string>;
  /** Runs statements as superuser in a database. */
  run(database: string, ...statements: string[]): Promise<void>;
  /** Stops it, as `pg_ctl stop -m fast` (SIGINT) or `-m immediate` (SIGQUIT) would. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes all of it. */
  remove(): Promise<void>;
}

export interface ServerOptions {
  /** Settings beyond those below, such as `ssl: 'on'`. */
  settings?: Record<string, string>;
  /** Files to put beside the data, by name. */
  files?: Record<string, string>;
}

export const USER = 'receptionist';
export const PASSWORD = 'correct horse: battery/staple?';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  // Nothing here has to survive the machine. A killed server loses nothing by this.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

export async function startServer({ settings = {}, files = {} }: ServerOptions = {}): Promise<PostgresServer> {
  const programs = unpackPrograms();
  const data = join(programs.folder, 'data');
  const passwordFile = put(programs, 'password', PASSWORD);
  // A locale that does not sort by bytes: what relies on the database's own order must fail here.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await execute(programs, 'initdb', ['--pgdata', data, '--no-sync', '--no-instructions', ...locale, ...access]);
  for (const [name, content] of Object.entries(files)) put(programs, join('data', name), content);

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
    await readiness(child);
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

  await start();
  await run('postgres', `create role ${USER} login password '${PASSWORD}'`);
  return {
    port,
    administration,
    async createDatabase() {
      const name = `test_${++databases}`;
      await run('postgres', `create database ${name} owner ${USER}`);
      return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`;
    },
    run,
    start,
    stop,
    async remove() {
      await stop('SIGQUIT');
      rmSync(programs.folder, { recursive: true, force: true });
    },
  };
}

/** Runs statements on a database, each by itself. */
export async function runStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Resolves when the server says that it takes connections. What it says afterwards is read and forgotten. */
async function readiness(child: ChildProcess): Promise<void> {
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
  });
  await ready;
}

async function execute(programs: Programs, name: string, args: string[]): Promise<void> {
  const options = { ...programs.as, cwd: programs.folder, env: { LC_ALL: 'C' } };
  await promisify(execFile)(programs.path(name), args, options);
}

/** Writes a file that only the server reads. */
function put({ folder, as }: Programs, name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid);
  return path;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
