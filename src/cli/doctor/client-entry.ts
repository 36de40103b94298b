import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { KEY_PREFIX } from '../../contract/limits.ts';
import { exposureWarning } from '../config/key-source.ts';
import { readSettings } from '../config/settings.ts';
import type { Client } from '../install/clients.ts';
import type { Entry } from '../install/format.ts';
import type { ClientName } from '../install/names.ts';
import { parseInvocation } from '../options/parse.ts';
import { UsageError } from '../runtime/usage-error.ts';
import { type CheckResult, result } from './check.ts';

export interface ClientEntry {
  id: string;
  client: Client;
  clientName: ClientName;
  file: string;
  /** Whether others can read the client's file. */
  isReadableByOthers: boolean;
  /** The entry's name in it. */
  key: string;
  entry: Entry;
}

/** Whether a client could start what it has. */
export function checkEntry(at: ClientEntry): CheckResult {
  const { id, client, key, file, entry } = at;
  const data = { client: at.clientName, entry: key, file };
  const wrong = missingProgram(entry) ?? exposedKeyFile(entry) ?? invalidSettings(entry) ?? exposedKey(at);
  if (wrong) {
    const [status, what, fix] = wrong;
    return result(id, status, `${client.title}: "${key}" ${what}`, {
      fix: fix ?? `rcpt-mcp install ${at.clientName}`,
      data,
    });
  }
  return result(id, 'ok', `${client.title}: "${key}" is in ${file}`, { data });
}

type Finding = ['problem' | 'warning', string, string?] | undefined;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const variables = ({ env }: Entry) =>
  Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, String(value)]));

function missingProgram({ command, args }: Entry): Finding {
  if (typeof command !== 'string') return undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const endings = process.platform === 'win32' ? ['', ...(process.env.PATHEXT ?? '.EXE;.CMD').split(';')] : [''];
  const found = isAbsolute(command)
    ? existsSync(command)
    : folders.some((folder) => endings.some((ending) => existsSync(join(folder, command + ending))));
  if (!found) return ['problem', `starts ${command}, which is not there`];
  const script = texts(args).find((word) => isAbsolute(word) && /\.[cm]?js$/.test(word));
  return script !== undefined && !existsSync(script) ? ['problem', `starts ${script}, which is not there`] : undefined;
}

function exposedKeyFile(entry: Entry): Finding {
  const path = variables(entry).RCPT_API_KEY_FILE;
  if (path === undefined || path.includes('$') || !existsSync(path)) return undefined;
  const open = exposureWarning(path, 'The key') !== undefined;
  return open ? ['problem', `has its key in a file that everybody can read: ${path}`, `chmod 600 ${path}`] : undefined;
}

/** The error that the server itself would report; placeholders stand for values that the client fills in. */
function invalidSettings(entry: Entry): Finding {
  const { command, args } = entry;
  if (typeof command !== 'string') return undefined;
  const words = texts(args);
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
  const fix = `RCPT_BASE_URL=… RCPT_API_KEY_FILE=… rcpt-mcp install ${clientName}`;
  return open
    ? ['problem', `has the API key in ${file}, which others can read`, `chmod 600 ${file}, or better: ${fix}`]
    : ['warning', `has the API key in ${file}, where others find it when the file is shared`, fix];
}
