import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The protocol era of a client: the handshake of 2025, or the requests of 2026, which need none. */
export type Era = '2025' | '2026';

const REQUEST_TIMEOUT_MS = 30_000;
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A minimal stdio client, whose own cost is negligible. */
export class Peer {
  readonly started = performance.now();
  readonly child: ChildProcess;
  readonly #waiting = new Map<number, (line: { result?: unknown; error?: unknown }) => void>();
  #ended = false;
  readonly #era: Era;
  #rest = '';
  #id = 0;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv, era: Era) {
    this.#era = era;
    this.child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.once('exit', () => {
      this.#ended = true;
      for (const settle of this.#waiting.values()) settle({ error: 'the server has ended' });
    });
    this.child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line);
      this.#waiting.get(message.id)?.(message);
    }
  }

  #send(message: object): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request and returns its result. Rejects on an error response, a timeout, or the end of the server. */
  request(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#id;
    const full = this.#era === '2026' ? { ...params, _meta: ENVELOPE } : params;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), REQUEST_TIMEOUT_MS);
      if (this.#ended) reject(new Error(`${method}: the server has ended`));
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (result) resolve(result);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      });
      this.#send({ id, method, params: full });
    });
  }

  /** Opens the connection as clients of this era do; resolves with the first answer. */
  async open(): Promise<void> {
    if (this.#era === '2026') return void (await this.request('server/discover'));
    const clientInfo = { name: 'bench', version: '1.0.0' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  /** Returns the current and the peak resident memory in MiB. Linux only; NaN on other systems. */
  memory(): { now: number; peak: number } {
    const status = process.platform === 'linux' ? readFileSync(`/proc/${this.child.pid}/status`, 'utf8') : '';
    const read = (name: string) => Number(status.match(new RegExp(`${name}:\\s+(\\d+) kB`))?.[1]) / 1024;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  }

  /** Terminates the server by a signal, as most clients do. */
  async end(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(timer);
  }
}
