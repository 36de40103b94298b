import { existsSync, readFileSync, statSync } from 'node:fs';
import { CLIENT_NAMES, type ClientName, SCOPES, type Scope } from '../../config/options/clients.ts';
import { UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { CLIENTS, type Client } from '../install/clients.ts';
import { clientFile } from '../install/config-path.ts';
import { decode, formatOf } from '../install/file-text.ts';
import { type Entry, UnreadableConfigError } from '../install/format.ts';
import { type HostEnvironment, hostEnvironment } from '../install/host-environment.ts';
import { isOwnEntry } from '../install/own-entry.ts';
import { type CheckResult, result } from './check.ts';
import { checkEntry } from './client-entry.ts';

/** Checks the AI clients that have an entry for this server: whether they could start it. */
export async function checkClients(): Promise<CheckResult[]> {
  const host = hostEnvironment();
  // In the home folder, the file of the project scope may be the same as that of the user scope.
  const seen = new Set<string>();
  const isNew = (file: string) => !seen.has(file) && seen.add(file);
  const checks = CLIENT_NAMES.flatMap((id) => SCOPES.map((scope) => checkClient(id, scope, host, isNew)));
  const found = (await Promise.all(checks)).flat();
  if (found.length > 0) return found;
  const fix = `${commandLine('install CLIENT')}, with one of ${CLIENT_NAMES.join(', ')}.`;
  return [result('clients', 'note', 'No AI client with an entry for this server was found', { fix })];
}

async function checkClient(
  id: ClientName,
  scope: Scope,
  host: HostEnvironment,
  isNew: (file: string) => unknown,
): Promise<CheckResult[]> {
  const client = CLIENTS[id];
  const file = fileOf(client, scope, host);
  if (file === undefined || !existsSync(file) || !isNew(file)) return [];
  const name = `client.${id}${scope === 'project' ? '.project' : ''}`;
  let entries: Map<string, Entry>;
  try {
    entries = (await formatOf(client)).entries(decode(readFileSync(file)).text, client.servers);
  } catch (error) {
    const reason =
      error instanceof UnreadableConfigError
        ? error.message
        : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    const fix = `Repair ${file}; ${client.title} may be unable to read it too.`;
    return [result(name, 'warning', `${client.title}: its file ${reason}`, { fix, data: { file } })];
  }
  const ownEntries = [...entries].filter(([key, entry]) => isOwnEntry(key, entry));
  const open = process.platform !== 'win32' && (statSync(file).mode & 0o044) !== 0;
  return ownEntries.map(([key, entry]) =>
    checkEntry({ id: name, client, clientName: id, file, isReadableByOthers: open, key, entry }),
  );
}

function fileOf(client: Client, scope: Scope, host: HostEnvironment): string | undefined {
  try {
    return clientFile(client, scope, host);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
