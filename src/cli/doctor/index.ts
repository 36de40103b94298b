import { withoutKeys } from '../../lib/logger.ts';
import type { CommandRun } from '../run.ts';
import { VERSION } from '../version.ts';
import { lookAtClients } from './clients.ts';
import { lookAtEvents } from './events.ts';
import type { Finding, Section } from './finding.ts';
import { lookAtPlace } from './place.ts';
import { lookAtPlatform } from './platform.ts';
import { lookAtProgram } from './program.ts';
import { heading, lines, verdict } from './render.ts';
import { lookAtReplicas } from './replicas.ts';
import { lookAtSettings } from './settings.ts';

const SECTIONS: readonly Section[] = [
  { name: 'program', title: 'Program', look: lookAtProgram },
  { name: 'settings', title: 'Settings', look: lookAtSettings },
  { name: 'platform', title: 'Platform', look: lookAtPlatform },
  { name: 'place', title: 'Place', look: lookAtPlace },
  { name: 'events', title: 'Events', look: lookAtEvents },
  { name: 'replicas', title: 'Replicas', look: lookAtReplicas },
  { name: 'clients', title: 'AI clients', look: lookAtClients },
];

/** Of the form of `--json`: grows when something that is there now changes its meaning or goes. */
const FORM = 1;

/** `rcpt-mcp doctor`: looks at everything that this server needs, changes nothing, and ends with 1 if something is broken. */
export const runDoctor: CommandRun = async ({ given, sources, problems, telemetry, colours, print }) => {
  const all: { section: string; found: Finding[] }[] = [];
  for (const { name, title, look } of SECTIONS) {
    const done = progress(title);
    const found = await look({ given, sources, problems, telemetry });
    done();
    all.push({ section: name, found });
    if (given.json === true || found.length === 0) continue;
    print(heading(title, colours));
    for (const one of found) for (const line of lines(one, colours)) print(line);
  }
  const every = all.flatMap(({ found }) => found);
  const ok = every.every(({ status }) => status !== 'problem');
  if (given.json === true) print(withoutKeys(JSON.stringify(report(ok, all), null, 2)));
  else print(verdict(every));
  if (!ok) process.exitCode = 1;
};

function report(ok: boolean, all: readonly { section: string; found: Finding[] }[]) {
  const checks = all.flatMap(({ section, found }) => found.map((one) => ({ section, ...one })));
  return { form: FORM, version: VERSION, ok, checks };
}

/** What is being looked at, for whoever waits at a terminal. Returns what takes it away. */
function progress(title: string): () => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  stderr.write(`${title} …`);
  return () => void stderr.write('\r\u001b[K');
}
