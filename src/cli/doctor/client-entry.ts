import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { exposureWarning } from '../../config/key-source.ts';
import type { ClientName } from '../../config/options/clients.ts';
import { readSettings } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { KEY_PREFIX } from '../../contract/limits.ts';
import { commandLine } from '../../lib/command-line.ts';
import type { Client } from '../install/clients.ts';
import { type Entry, isOwnVariable } from '../install/format.ts';
import { SYSTEM_FOLDERS } from '../install/program.ts';
import { parseInvocation } from '../parser/parse.ts';
import { type CheckResult, result } from './check.ts';

interface ClientEntry {
  id: string;
  client: Client;
  clientName: ClientName;
  file: string;
  /** True if other users can read the client's file. */
  isReadableByOthers: boolean;
  /** The name of the entry in the file. */
  key: string;
  entry: Entry;
}

/** Checks that the client could start the server of an entry. */
export function checkEntry(clientEntry: ClientEntry): CheckResult {
  const { id, client, key, file, entry } = clientEntry;
  const data = { client: clientEntry.clientName, entry: key, file };
  const finding =
    missingProgram(entry) ??
    shellProgram(clientEntry) ??
    exposedKeyFile(entry) ??
    invalidSettings(entry) ??
    exposedKey(clientEntry);
  if (finding) {
    const [status, message, fix] = finding;
    return result(id, status, `${client.title}: "${key}" ${message}`, {
      fix:
        fix ??
        `${hasSettings(entry) ? 'With the options of the entry: ' : ''}${commandLine(`install ${clientEntry.clientName}`)}`,
      data,
    });
  }
  return result(id, 'ok', `${client.title}: "${key}" is in ${file}`, { data });
}

/** A status, a message that continues the name of the entry, and the fix, if it is not to install again. */
type Finding = ['problem' | 'warning', string, string?] | undefined;

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const variables = ({ env }: Entry) =>
  Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, String(value)]));

const hasSettings = (entry: Entry) => Object.keys(variables(entry)).some(isOwnVariable);
const pathOf = (entry: Entry) => variables(entry).PATH;

function missingProgram(entry: Entry): Finding {
  const { command, args } = entry;
  if (typeof command !== 'string') return undefined;
  const folders = (pathOf(entry) ?? process.env.PATH ?? '').split(delimiter);
  const endings = process.platform === 'win32' ? ['', ...(process.env.PATHEXT ?? '.EXE;.CMD').split(';')] : [''];
  const found = isAbsolute(command)
    ? existsSync(command)
    : folders.some((folder) => endings.some((ending) => existsSync(join(folder, command + ending))));
  if (!found) return ['problem', `starts ${command}, which does not exist`];
  const script = strings(args).find((word) => isAbsolute(word) && /\.[cm]?js$/.test(word));
  return script !== undefined && !existsSync(script)
    ? ['problem', `starts ${script}, which does not exist`]
    : undefined;
}

/** A desktop program has the PATH of the system. It does not see the folders that version managers add in a shell. */
function shellProgram({ client, entry }: ClientEntry): Finding {
  const { command } = entry;
  if (process.platform === 'win32' || !client.isDesktopProgram || pathOf(entry) !== undefined) return undefined;
  if (typeof command !== 'string' || isAbsolute(command)) return undefined;
  return SYSTEM_FOLDERS.some((folder) => existsSync(join(folder, command)))
    ? undefined
    : ['warning', `starts ${command}, which ${client.title} may not find: it is only in the PATH of this shell`];
}

function exposedKeyFile(entry: Entry): Finding {
  const path = variables(entry).RCPT_API_KEY_FILE;
  if (path === undefined || path.includes('$') || !existsSync(path)) return undefined;
  const open = exposureWarning(path, 'The key') !== undefined;
  return open
    ? ['problem', `has its key in a file whose mode lets every user read it: ${path}`, `chmod 600 ${path}`]
    : undefined;
}

/** Returns the error that the server itself would report. Placeholders replace values that the client fills in. */
function invalidSettings(entry: Entry): Finding {
  const { command, args } = entry;
  if (typeof command !== 'string') return undefined;
  const words = strings(args);
  const start = words.findLastIndex((word) => /(^|[\\/])(rcpt-mcp(@[\w.-]+)?|cli\.js)$/.test(word));
  const env = variables(entry);
  for (const [name, value] of Object.entries(env)) {
    if (value.includes('$')) env[name] = name === 'RCPT_API_KEY' ? `${KEY_PREFIX}placeholder` : '';
  }
  try {
    const { command: runs, options } = parseInvocation(words.slice(start + 1), env);
    if (runs === 'stdio') readSettings(options);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return ['problem', `would not start: ${error.message}`];
  }
}

function exposedKey({ entry, isReadableByOthers: open, file, clientName }: ClientEntry): Finding {
  if (!variables(entry).RCPT_API_KEY?.startsWith(KEY_PREFIX)) return undefined;
  const fix = `RCPT_BASE_URL=… RCPT_API_KEY_FILE=… ${commandLine(`install ${clientName}`)}`;
  return open
    ? ['problem', `has the API key in ${file}, which others can read`, `chmod 600 ${file}, or better: ${fix}`]
    : ['warning', `has the API key in ${file}, which exposes the key if the file is shared`, fix];
}
