import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of its own that runs one of the scripts beside this file. */
export interface Child {
  /** The next line that it prints. */
  line(): Promise<string>;
  /** Tells it to go on, or something. */
  go(line?: string): void;
  /** Tells it that there is nothing more to come. */
  end(): void;
  /** Ends it at once, without a chance to tidy up. */
  kill(): void;
  /** Resolves with its exit code; null if it was killed. */
  ended: Promise<number | null>;
}

export function startChild(script: string, args: string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async line() {
      const next = await lines.next();
      if (next.done) throw new Error(`${script} ended without an answer`);
      return next.value;
    },
    kill: () => void child.kill('SIGKILL'),
    go: (line = 'go') => void child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
    ended: new Promise((resolve) => void child.on('exit', resolve)),
  };
}
