import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProgram } from '../support/program.ts';

/** Planted secrets, each with `canary` in it, and none a part of another. */
export const CANARIES = {
  envKey: 'sk_live_canaryenv0123456789',
  fileKey: 'sk_live_canaryfile0123456789',
  cookie: 'rcpt_session=canarycookie0123456789',
  createdKey: 'sk_live_canarycreated0123456789',
  signingSecret: 'whsec_canarysigning0123456789',
} as const;

/** Everything that the program let out, by where. */
export interface Evidence {
  add(where: string, what: unknown): void;
  /** Where canaries were found, and how one of them looked. */
  leaks(): string[];
  /** Where this text was found. */
  whereFound(secret: string): string[];
  /** How much was looked at: a search of nothing finds nothing. */
  size(): number;
}

export function collectEvidence(): Evidence {
  const found: [string, string][] = [];
  return {
    add: (where, what) => void found.push([where, typeof what === 'string' ? what : (JSON.stringify(what) ?? '')]),
    leaks: () => [
      ...new Map(
        found.flatMap(([where, text]) =>
          [...text.matchAll(/.{0,60}canary.{0,40}/gi)].map(([context]) => [where, `${where}: ${context}`] as const),
        ),
      ).values(),
    ],
    whereFound: (secret) => found.flatMap(([where, text]) => (text.includes(secret) ? [where] : [])),
    size: () => found.reduce((sum, [, text]) => sum + text.length, 0),
  };
}

/** What others on the machine can see of a process: its command line and its name. */
export function addProcess(evidence: Evidence, { child }: RunningProgram): void {
  if (process.platform !== 'linux') return;
  for (const name of ['cmdline', 'comm', 'status'])
    evidence.add(`/proc/…/${name}`, readFileSync(`/proc/${child.pid}/${name}`, 'latin1'));
}

/**
 * Every file below a folder, except those for secrets, which are returned if no other user can read them.
 * @throws when a file for secrets can be read by others.
 */
export function addFiles(evidence: Evidence, folder: string): string[] {
  const secret: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'latin1');
    if (!entry.parentPath.endsWith('secrets')) evidence.add(path, text);
    else if ((statSync(path).mode & 0o077) !== 0) throw new Error(`others can read ${path}`);
    else secret.push(text.trim());
  }
  return secret;
}
