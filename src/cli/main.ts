import { constants } from 'node:os';
import type { Command } from '../config/options/option.ts';
import { CommandError, UsageError } from '../config/usage-error.ts';
import { VERSION } from '../config/version.ts';
import { createLogger, type LoggerOptions, stripKeys } from '../lib/logging/logger.ts';
import { runStdio } from './commands/stdio.ts';
import { type Invocation, parseInvocation } from './parser/parse.ts';
import { deleteSecretVariables, guardProcess, reportCrash, reportForcedExit } from './runtime/crash.ts';
import type { CommandRun, RunInput } from './runtime/run.ts';
import { takeTelemetry } from './runtime/telemetry.ts';
import { UnwrittenError } from './runtime/unwritten-error.ts';
import { painter } from './terminal/paint.ts';

/** The other commands are loaded on demand: an AI client waits for the start of `stdio`. */
const RUN: Record<Exclude<Command, 'stdio'>, () => Promise<CommandRun>> = {
  http: async () => (await import('./commands/http.ts')).runHttp,
  install: async () => (await import('./install/index.ts')).runInstall,
  doctor: async () => (await import('./doctor/index.ts')).runDoctor,
  tokens: async () => (await import('./commands/tokens.ts')).runTokens,
  platform: async () => (await import('./commands/platform.ts')).runPlatform,
  keys: async () => (await import('./commands/keys.ts')).runKeys,
  users: async () => (await import('./commands/users.ts')).runUsers,
  calls: async () => (await import('./commands/calls.ts')).runCalls,
  calendars: async () => (await import('./commands/calendars.ts')).runCalendars,
  bookings: async () => (await import('./commands/bookings.ts')).runBookings,
  contacts: async () => (await import('./commands/contacts.ts')).runContacts,
  demo: async () => (await import('./commands/demo.ts')).runDemo,
  business: async () => (await import('./commands/business.ts')).runBusiness,
  agenda: async () => (await import('./commands/agenda.ts')).runAgenda,
  index: async () => (await import('./commands/local-index.ts')).runIndex,
};

/** JSON lines for servers, whose logs are collected; text for all other commands. */
let logFormat: LoggerOptions['format'] = 'text';

/** The command, for its errors. */
let words: readonly string[] = [];

/** Runs the program: reads the command line, runs the command, and turns errors into exit codes. */
export async function main(argv: readonly string[]): Promise<void> {
  guardProcess(() => logFormat);
  if (process.pid === 1) for (const signal of SIGNALS) process.on(signal, exitOnSignal);
  try {
    const invocation = parseInvocation(argv, process.env);
    words = [invocation.command, ...invocation.positionals];
    deleteSecretVariables();
    const telemetry = takeTelemetry(process.env);
    if (invocation.help) return await printHelp(invocation.help);
    if (invocation.version) return (await openStdout()).print(VERSION);
    await runCommand(invocation, telemetry);
  } catch (error) {
    process.exitCode = await report(error);
  }
}

/** Aborted when stdout cannot be written. */
const stdoutFailed = new AbortController();

/** Opens stdout for what a command prints. Over stdio the transport writes to it. */
async function openStdout() {
  const { createOutput } = await import('./terminal/output.ts');
  return createOutput(async (message) => {
    stdoutFailed.abort();
    process.exitCode = await report(new CommandError(message));
  });
}

async function printHelp(words: readonly string[]): Promise<void> {
  const { print } = await openStdout();
  const { helpLines } = await import('./help/index.ts');
  const screen = { width: columns(), paint: painter(hasColours()) };
  print(helpLines(words, screen).join('\n'));
}

const isTerminal = () => process.stdout.isTTY === true;
const hasColours = () => isTerminal() && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const columns = () => Math.max(MIN_COLUMNS, Math.min(process.stdout.columns || MAX_COLUMNS, MAX_COLUMNS));

async function runCommand(invocation: Invocation, telemetry: RunInput['telemetry']): Promise<void> {
  const { command, positionals, options, sources, problems, invalid } = invocation;
  if (command === 'http' || command === 'platform') logFormat = 'json';
  const logger = createLogger({ level: options['log-level'], format: logFormat });
  const run: RunInput = {
    positionals,
    options,
    sources,
    problems,
    invalid,
    isTerminal: isTerminal(),
    colours: hasColours(),
    columns: columns(),
    logger,
    shutdownSignal,
    telemetry,
  };
  if (command === 'stdio') return runStdio(run);
  const runOther = await RUN[command]();
  await runOther({ ...run, ...(await openStdout()) });
}

const MIN_COLUMNS = 60;
const MAX_COLUMNS = 100;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const SHUTDOWN_TIMEOUT_MS = 15_000;

/** The default action of signals, which PID 1 of a container lacks. Exits with 128 plus the signal, as shells do. */
function exitOnSignal(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

/** Settles with SIGINT or SIGTERM. A second signal, or a shutdown that takes over 15 s, exits immediately. */
function shutdownSignal(): Promise<void> {
  return new Promise((resolve) => {
    let received = false;
    const exitNow = (why: string) => {
      reportForcedExit(`the shutdown ends now, ${why}: calls that still run are cut off`, logFormat);
      process.exit(1);
    };
    const shutDown = () => {
      if (received) exitNow('at a second signal');
      received = true;
      setTimeout(() => exitNow(`after ${SHUTDOWN_TIMEOUT_MS / 1_000} s`), SHUTDOWN_TIMEOUT_MS).unref();
      resolve();
    };
    for (const signal of SIGNALS) process.off(signal, exitOnSignal).on(signal, shutDown);
    const { signal: failed } = stdoutFailed;
    if (failed.aborted) shutDown();
    else failed.addEventListener('abort', () => received || shutDown());
  });
}

async function report(error: unknown): Promise<number> {
  if (error instanceof UnwrittenError) return error.exitCode;
  if (error instanceof UsageError || error instanceof CommandError) {
    // The message may repeat an argument, and arguments may contain keys.
    const { errorMessage } = await import('./runtime/error-message.ts');
    process.stderr.write(stripKeys(`rcpt-mcp: ${await errorMessage(error, words)}\n`));
    return error instanceof UsageError ? 2 : 1;
  }
  reportCrash('rcpt-mcp failed', error, logFormat);
  return 1;
}
