import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export type Child = ChildProcess & { stdin: Writable; stdout: Readable };

/** A Node program under measurement, without anything of this machine's that it would read. */
export function run(args: readonly string[], env: Record<string, string>): Child {
  const kept = Object.entries(process.env).filter(([name]) => !/^(RCPT_|XDG_|NODE_OPTIONS$)/.test(name));
  const whole = { ...Object.fromEntries(kept), ...env };
  return spawn(process.execPath, args, { env: whole, stdio: ['pipe', 'pipe', 'ignore'] }) as unknown as Child;
}

/** The same for a TypeScript file in `bench/servers`. */
export const runServer = (name: string, args: readonly string[], env: Record<string, string>): Child =>
  run(['--import', 'tsx', fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url)), ...args], env);

/** The first address that a program prints. */
export async function address(child: Child): Promise<string> {
  for await (const chunk of child.stdout) {
    const found = /http:\/\/[\d.]+:\d+\S*/.exec(String(chunk));
    if (found) {
      child.stdout.resume();
      return found[0];
    }
  }
  throw new Error('the program ended without an address');
}

export async function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(late);
}

/** Processor time that a process has used, in microseconds; NaN where the system does not tell (`/proc`, Linux). */
export function cpuMicros(pid: number | undefined): number {
  try {
    const folder = `/proc/${pid}/task`;
    const nanos = readdirSync(folder).map((task) =>
      Number(readFileSync(`${folder}/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanos.reduce((sum, one) => sum + one, 0) / 1_000;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of a process, in MiB. */
export function residentMiB(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
