import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledScript } from '../../support/compiled-script.ts';

/** A child process that runs one of the scripts in this folder. */
export interface Child {
  /** Resolves with the next line of its output. */
  line(): Promise<string>;
  /** Writes a line to its input (default: `go`). */
  go(line?: string): void;
  /** Ends its input. */
  end(): void;
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void;
  /** Kills it with SIGKILL, without a chance to clean up. */
  kill(): void;
  /** Resolves with its exit code; null if it was killed by a signal. */
  ended: Promise<number | null>;
}

/** @param edit changes the compiled program, such as into one of an earlier version. */
export function startChild(script: string, args: string[], edit?: (program: string) => string): Child {
  const compiled = compiledScript(fileURLToPath(new URL(script, import.meta.url)));
  const path = edit ? compiled.replace(/\.mjs$/, `-${process.pid}-edited.mjs`) : compiled;
  if (edit) writeFileSync(path, edit(readFileSync(compiled, 'utf8')));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => void child.on('exit', resolve));
  if (edit) void ended.then(() => rmSync(path));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async line() {
      const next = await lines.next();
      if (next.done) throw new Error(`${script} ended without an answer`);
      return next.value;
    },
    signal: (name) => void child.kill(name),
    kill: () => void child.kill('SIGKILL'),
    go: (line = 'go') => void child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
    ended,
  };
}
