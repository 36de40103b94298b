import { VERSION } from '../../config/version.ts';
import { commandLine } from '../../lib/command-line.ts';
import { stripKeys } from '../../lib/logging/logger.ts';
import type { CommandRun } from '../runtime/run.ts';
import { displayWidth, wrapColumns } from '../terminal/display-width.ts';
import type { CheckResult, Section } from './check.ts';
import { checkClients } from './clients.ts';
import { checkEvents } from './events.ts';
import { checkHttp } from './http.ts';
import { checkIndex } from './local-index.ts';
import { checkLocale } from './locale.ts';
import { nextStep } from './next-step.ts';
import { checkPlatform } from './platform.ts';
import { checkProgram } from './program.ts';
import { heading, lines, summaryLine, WIDTH } from './render.ts';
import { checkReplicas } from './replicas.ts';
import { joinSameFindings } from './same-findings.ts';
import { checkSettings } from './settings.ts';

const SECTIONS: readonly Section[] = [
  { name: 'program', title: 'Program', check: checkProgram },
  { name: 'settings', title: 'Settings', check: checkSettings },
  { name: 'platform', title: 'Platform', check: checkPlatform },
  { name: 'locale', title: 'Locale', check: checkLocale },
  { name: 'events', title: 'Events', check: checkEvents },
  { name: 'index', title: 'Index', check: checkIndex },
  { name: 'http', title: 'HTTP server', check: checkHttp },
  { name: 'replicas', title: 'Replicas', check: checkReplicas },
  { name: 'clients', title: 'AI clients', check: checkClients },
];

/** The version of the `--json` format: incremented when a field is removed or changes its meaning. */
const FORMAT_VERSION = 1;

/** `rcpt-mcp doctor`: checks everything that this server needs and changes nothing. Exit code 1 if something is broken. */
export const runDoctor: CommandRun = async ({ colours, print, ...context }) => {
  const { options } = context;
  const all: { section: string; found: CheckResult[] }[] = [];
  for (const { name, title, check } of SECTIONS) {
    const done = progress(title);
    const found = await check(context);
    done();
    all.push({ section: name, found });
    if (options.json || found.length === 0) continue;
    print(heading(title, colours));
    for (const one of joinSameFindings(found)) for (const line of lines(one, colours)) print(line);
  }
  const every = all.flatMap(({ found }) => found);
  const ok = every.every(({ status }) => status !== 'problem');
  const next = nextStep(every, context);
  if (options.json) print(stripKeys(JSON.stringify({ ...report(ok, all), next }, null, 2)));
  else {
    print(summaryLine(all.flatMap(({ found }) => joinSameFindings(found))));
    for (const line of linesOfStep(stripKeys(next))) print(line);
  }
  if (!ok) process.exitCode = 1;
};

/** Wraps a text. A command at its end stays whole, because a person copies it. */
function linesOfStep(text: string): string[] {
  const start = text.lastIndexOf(`: ${commandLine('')}`);
  if (displayWidth(text) <= WIDTH || start === -1) return wrapColumns(text, WIDTH);
  return [...wrapColumns(text.slice(0, start + 1), WIDTH), `  ${text.slice(start + 2)}`];
}

function report(ok: boolean, all: readonly { section: string; found: CheckResult[] }[]) {
  const checks = all.flatMap(({ section, found }) => found.map((one) => ({ section, ...one })));
  return { form: FORMAT_VERSION, version: VERSION, ok, checks };
}

/** Shows the running section on a terminal. The returned function clears it. */
function progress(title: string): () => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  stderr.write(`${title} …`);
  return () => void stderr.write('\r\u001b[K');
}
