import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Path of the built program. `npm test` builds it first. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export const INSTALLED_PROGRAM_VARIABLE = 'TEST_INSTALLED_PROGRAM';
/** Path of the link to the built program, as in an installation. */
export const INSTALLED_PROGRAM = process.env[INSTALLED_PROGRAM_VARIABLE] ?? PROGRAM;

/** Settings with which the program does not ask a remote platform about its business: all requests are those of the calls. */
export const KNOWN_BUSINESS = { RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'US' };

/** Returns an environment without settings of this machine that the program would read. */
export function cleanEnvironment(home: string, extra: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(RCPT_|OTEL_|XDG_|HOME$|NODE_OPTIONS$)/.test(name),
  );
  const base = Object.fromEntries(inherited) as Record<string, string>;
  // Confirmation has its own tests; the others disable it.
  return {
    ...base,
    HOME: home,
    USERPROFILE: home,
    LOCALAPPDATA: home,
    XDG_DATA_HOME: home,
    RCPT_CONFIRM: 'never',
    ...extra,
  };
}

export interface RunningProgram {
  child: ChildProcess;
  /** All output so far. */
  output: { stdout: string; stderr: string };
  /** Resolves with the first match in stdout. Rejects if the program ends without one. */
  until(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Resolves with the exit code when the program has ended; null after a signal. */
  ended: Promise<number | null>;
  /** Sends a signal and waits until the program has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built program as a user or client would. `through` is a wrapper command that runs the rest of the command line. */
export function startProgram(
  args: readonly string[],
  env: Record<string, string>,
  through: readonly string[] = [],
  folder?: string,
): RunningProgram {
  return startProcess([...through, process.execPath, INSTALLED_PROGRAM, ...args], env, folder);
}

/** Starts any program. */
export function startProcess(
  commandLine: readonly string[],
  env: Record<string, string>,
  folder?: string,
): RunningProgram {
  const [command, ...args] = commandLine as [string, ...string[]];
  const child = spawn(command, args, { env, stdio: 'pipe', cwd: folder });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    output,
    ended,
    async until(pattern) {
      for (;;) {
        const match = output.stdout.match(pattern);
        if (match) return match;
        const { exitCode, signalCode } = child;
        if (exitCode !== null || signalCode !== null) {
          throw new Error(`ended with ${exitCode ?? signalCode}: ${output.stdout}${output.stderr}`);
        }
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs the built program to its end. */
export async function runProgram(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
  folder?: string | undefined,
) {
  const program = startProgram(args, env, [], folder);
  // EPIPE: the program has ended without reading its input. What it has answered is what counts.
  program.child.stdin?.on('error', () => {}).end(input);
  return { code: await program.ended, ...program.output };
}
