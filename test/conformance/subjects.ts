import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProcess, startProgram } from '../support/program.ts';

/** A server under test, and the specification revision to test it against. */
export interface Subject {
  name: string;
  revision: '2026-07-28' | '2025-11-25';
  /** File in `baselines/` with the expected failures. If undefined, no check may fail. */
  baseline: string | undefined;
  start(): Promise<{ url: string; stop(): Promise<void> }>;
}

const HARNESS = fileURLToPath(new URL('harness.ts', import.meta.url));
const ADDRESS = /http:\/\/\S+\/mcp/;

/** Runs the harness in a separate process, so that the test process cannot influence it. */
const harness =
  (...args: string[]) =>
  async () => {
    const home = temporaryFolder();
    const command = [process.execPath, '--import', 'tsx', HARNESS, ...args];
    return started(startProcess(command, cleanEnvironment(home)), home);
  };

const shipped =
  (...args: string[]) =>
  async () => {
    const home = temporaryFolder();
    return started(startProgram(['http', '--port', '0', ...args], cleanEnvironment(home)), home);
  };

async function started(program: RunningProgram, home: string) {
  const [address] = await program.until(ADDRESS);
  return {
    // The suite requires the host name localhost.
    url: address.replace('127.0.0.1', 'localhost'),
    async stop() {
      await program.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export const SUBJECTS: readonly Subject[] = [
  { name: 'server core with fixtures, HTTP', revision: '2026-07-28', baseline: undefined, start: harness() },
  {
    name: 'server core with fixtures, stdio',
    revision: '2025-11-25',
    baseline: undefined,
    start: harness('--stdio'),
  },
  {
    name: 'server core with fixtures, HTTP with --sessions',
    revision: '2025-11-25',
    baseline: undefined,
    start: harness('--sessions'),
  },
  { name: 'server core with fixtures, HTTP', revision: '2025-11-25', baseline: 'stateless', start: harness() },
  { name: 'rcpt-mcp http', revision: '2026-07-28', baseline: 'shipped-2026-07-28', start: shipped() },
  { name: 'rcpt-mcp http', revision: '2025-11-25', baseline: 'shipped-2025-11-25-http', start: shipped() },
  {
    name: 'rcpt-mcp http --sessions',
    revision: '2025-11-25',
    baseline: 'shipped-2025-11-25-sessions',
    start: shipped('--sessions', '200'),
  },
  {
    name: 'rcpt-mcp stdio',
    revision: '2025-11-25',
    baseline: 'shipped-2025-11-25-sessions',
    start: harness('--stdio', '--program'),
  },
];
