import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { memoize } from '../../../lib/concurrency/lazy.ts';
import type { SqliteConnection, SqliteConstructor, SqliteStatement, SqlValue } from './sqlite-api.ts';

/** A call to sqlite-worker.cjs. */
export interface WorkerCall {
  /** Number of the connection. */
  connection: number;
  method: 'open' | 'exec' | 'all' | 'run' | 'close';
  /** A path for `open`, otherwise SQL. */
  text: string;
  parameters: readonly SqlValue[];
}

type Answer = { value: unknown } | { error: { message: string; code?: string; errcode?: number } };

/** Until the worker has started and answers its first call. */
const START_TIMEOUT_MS = 20_000;

/**
 * SQLite of Node 22.5 to 22.12, which Node offers only with `--experimental-sqlite`. A worker thread can have this flag
 * without the process. Its calls are synchronous, as those of `node:sqlite`: this thread waits for each answer.
 */
export function sqliteInWorker(): SqliteConstructor {
  const call = sharedWorker();
  return class implements SqliteConnection {
    readonly #connection = ++connections;

    constructor(path: string) {
      this.#call('open', path);
    }
    exec(sql: string): void {
      this.#call('exec', sql);
    }
    prepare(sql: string): SqliteStatement {
      return {
        all: (...parameters) => this.#call('all', sql, parameters) as unknown[],
        run: (...parameters) => this.#call('run', sql, parameters) as { changes: number },
      };
    }
    close(): void {
      this.#call('close');
    }
    #call(method: WorkerCall['method'], text = '', parameters: readonly SqlValue[] = []): unknown {
      return call({ connection: this.#connection, method, text, parameters });
    }
  };
}

let connections = 0;
/** One worker for all connections of the process. It ends with the process. */
const sharedWorker = memoize(startWorker);

function startWorker(): (call: WorkerCall) => unknown {
  const { port1: port, port2 } = new MessageChannel();
  /** 1 when an answer has been sent. */
  const signal = new Int32Array(new SharedArrayBuffer(4));
  // The environment may contain secrets, which the worker does not need.
  new Worker(join(__dirname, 'sqlite-worker.js'), {
    execArgv: ['--experimental-sqlite', '--disable-warning=ExperimentalWarning'],
    env: {},
    workerData: { port: port2, signal },
    transferList: [port2],
  }).unref();
  let timeoutMs: number | undefined = START_TIMEOUT_MS;
  return (call) => {
    Atomics.store(signal, 0, 0);
    port.postMessage(call);
    if (Atomics.wait(signal, 0, 0, timeoutMs) === 'timed-out') throw new Error('the SQLite worker did not start');
    timeoutMs = undefined;
    const answer = receiveMessageOnPort(port)?.message as Answer;
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer.value;
  };
}
