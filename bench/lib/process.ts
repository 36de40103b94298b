import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export type Child = ChildProcess & { stdin: Writable; stdout: Readable };

/**
 * Starts a Node program without environment variables of this machine that it would read.
 * @param stderr `pipe` to read what it logs.
 */
export function run(args: readonly string[], env: Record<string, string>, stderr: 'ignore' | 'pipe' = 'ignore'): Child {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(RCPT_|XDG_|NODE_OPTIONS$)/.test(name));
  const whole = { ...Object.fromEntries(inherited), ...env };
  return spawn(process.execPath, args, { env: whole, stdio: ['pipe', 'pipe', stderr] }) as unknown as Child;
}

/** Starts a TypeScript file in `bench/servers` in the same way. */
export const runServer = (name: string, args: readonly string[], env: Record<string, string>): Child =>
  run(['--import', 'tsx', fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url)), ...args], env);

/** Waits for the first URL that a program prints, and returns it. */
export async function address(child: Child): Promise<string> {
  for await (const chunk of child.stdout) {
    const found = /http:\/\/[\d.]+:\d+\S*/.exec(String(chunk));
    if (found) {
      child.stdout.resume();
      return found[0];
    }
  }
  throw new Error('the program ended without printing a URL');
}

export async function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}

/** Returns the processor time of a process in microseconds; NaN without `/proc` (Linux). */
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

/** Returns the largest resident memory of a process so far, in MiB. Linux only. */
export function peakMiB(pid: number | undefined): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** Returns the resident memory of a process in MiB. */
export function residentMiB(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
