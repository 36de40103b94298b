import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The outcome of a command. `timeout`: it was stopped. */
export interface CommandResult {
  outcome: 'passed' | 'failed' | 'timeout';
  /** The end of its output. */
  output: string;
}

interface TestRun {
  projects: readonly string[];
  limitMs: number;
  args?: readonly string[];
  env?: Record<string, string>;
}

/** A copy of the project, in which source files are changed, built and tested. */
export interface Workspace {
  readonly folder: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Returns the path of a file relative to the workspace. */
  relative(path: string): string;
  /** Runs a program of `node_modules/.bin`. */
  run(program: string, args: readonly string[], limitMs: number, env?: Record<string, string>): Promise<CommandResult>;
  /** Runs test files with one change switched on, each failing test twice. */
  runTests(change: number, testFiles: readonly string[], run: TestRun): Promise<CommandResult>;
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
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const run: Workspace['run'] = (program, args, limitMs, env = {}) =>
    runCommand(join(folder, 'node_modules/.bin', program), args, folder, limitMs, env);
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write,
    relative: (path) => relative(folder, path).replaceAll('\\', '/'),
    run,
    runTests: (change, testFiles, { projects, limitMs, args = [], env = {} }) => {
      write('mutant', String(change));
      const projectArgs = projects.flatMap((project) => ['--project', project]);
      const config = ['--config', 'scripts/mutants/vitest.config.ts', '--retry', '1'];
      return run('vitest', ['run', ...config, ...projectArgs, ...args, ...testFiles], limitMs, env);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runCommand(
  program: string,
  args: readonly string[],
  cwd: string,
  timeoutMs: number,
  env: Record<string, string>,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that servers which a test started end with it.
    const child = spawn(program, args, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
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
