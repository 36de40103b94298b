import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The outcome of a command. `timeout`: it was stopped. */
export type CommandOutcome = 'passed' | 'failed' | 'timeout';

/** A copy of the project, in which source files are changed, built and tested. */
export interface Workspace {
  read(file: string): string;
  write(file: string, text: string): void;
  /** Runs a program of `node_modules/.bin`, and adds its output to `output`. */
  run(
    program: string,
    args: readonly string[],
    timeoutMs: number,
  ): Promise<{ outcome: CommandOutcome; output: string }>;
  remove(): void;
}

/** Copies the files that git tracks, with their uncommitted changes. `node_modules` is a link. */
export function createWorkspace(root: string): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-mutants-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  for (const file of files.trim().split('\n')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { force: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    run: (program, args, timeoutMs) => runCommand(join(folder, 'node_modules/.bin', program), args, folder, timeoutMs),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runCommand(
  program: string,
  args: readonly string[],
  cwd: string,
  timeoutMs: number,
): Promise<{ outcome: CommandOutcome; output: string }> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that servers which a test started end with it.
    const child = spawn(program, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let isLate = false;
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-100_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const stop = () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, timeoutMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      stop();
      resolve({ outcome: isLate ? 'timeout' : code === 0 ? 'passed' : 'failed', output });
    });
  });
}
