import type { CommandRun, Run } from '../runtime/run.ts';
import { UsageError } from '../runtime/usage-error.ts';
import { type Change, changeFile } from './change.ts';
import { CLIENTS } from './clients.ts';
import { clientFile } from './config-path.ts';
import { type Plan, plan, type Target } from './entry.ts';
import { formatOf } from './file-text.ts';
import { hostEnvironment } from './host-environment.ts';
import { keyFilePath, removeKeyFile, writeKeyFile } from './key-file.ts';
import { CLIENT_NAMES, type ClientName, type Scope } from './names.ts';

/** Names that every client accepts: Codex and Claude Code reject other characters, Gemini CLI truncates at dots. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/;
const DEFAULT_NAME = 'receptionist';

function readClient([argument, ...more]: readonly string[]): ClientName {
  const client = CLIENT_NAMES.find((name) => name === argument);
  if (client && more.length === 0) return client;
  throw new UsageError(`install needs one of ${CLIENT_NAMES.join(', ')}, such as rcpt-mcp install claude-desktop.`);
}

function readName(run: Run): string {
  const { name = DEFAULT_NAME } = run.options;
  if (NAME.test(name)) return name;
  throw new UsageError('--name must be letters, digits, - and _, such as --name receptionist.');
}

/** `rcpt-mcp install CLIENT`: adds this server to a client's configuration, prints the entry, or removes it. */
export const runInstall: CommandRun = async (run) => {
  const id = readClient(run.positionals);
  const { scope, print, remove } = run.options;
  const client = CLIENTS[id];
  const file = clientFile(client, scope, hostEnvironment());
  const name = readName(run);
  const target: Target = { client, name, file, keyFile: keyFilePath({ client: id, name, file }) };
  if (remove && print) {
    throw new UsageError('--print shows what would be added: leave out --print or --remove.');
  }
  if (remove) return removeEntry(run, id, target);
  const planned = plan(target, run);
  if (print) return show(run, target, planned);
  await add(run, target, planned, scope);
};

function show({ print }: Run, { client, name, file }: Target, { entry, input, key, warnings }: Plan): void {
  print(`${client.title} reads ${file}. The entry would be:`);
  print('');
  print(formatOf(client).show(client.servers, name, entry));
  if (input) print(JSON.stringify({ inputs: [input] }, null, 2));
  print('');
  if (key) print(`The API key would be written to ${key.path}, which only you can read.`);
  for (const warning of warnings) print(warning);
  print('Nothing was changed.');
}

async function add(run: Run, target: Target, planned: Plan, scope: Scope): Promise<void> {
  const { client, name, file } = target;
  const { key } = planned;
  const change = await changeFile(target, scope, planned, async () => key && writeKeyFile(key.path, key.secret));
  run.print(
    change.changed
      ? `${client.title}: "${name}" is ${change.before ? 'changed' : 'added'} in ${change.path}`
      : `${client.title}: "${name}" is already up to date in ${change.path}`,
  );
  printBackup(run, change);
  if (key) run.print(`The API key is in ${key.path}, which only you can read.`);
  if (planned.input) run.print(`${client.title} asks for the API key when it first starts the server, and stores it.`);
  if (scope === 'project' && key)
    run.print(`${file} refers to your key file: other users of the project need their own.`);
  if (!client.comments && change.isLoose) {
    run.print(`${file} has comments or trailing commas, which ${client.title} may not accept.`);
  }
  for (const warning of planned.warnings) run.print(warning);
  if (change.changed) run.print(`Next: ${client.next}`);
  run.print('To check it: rcpt-mcp doctor');
}

async function removeEntry(run: Run, id: ClientName, target: Target): Promise<void> {
  const { client, name, file } = target;
  const change = await changeFile(target, 'user', undefined);
  if (!change.changed) {
    run.print(`${client.title}: there is no "${name}" in ${file}. Nothing was changed.`);
    return;
  }
  run.print(`${client.title}: "${name}" is removed from ${change.path}`);
  printBackup(run, change);
  const keyFile = change.before?.env?.RCPT_API_KEY_FILE;
  if (await removeKeyFile(keyFile as string | undefined, { client: id, name, file })) {
    run.print(`The file with its API key is removed: ${keyFile}`);
  } else if (typeof keyFile === 'string') run.print(`Your own key file is not removed: ${keyFile}`);
  run.print(`Next: ${client.next}`);
}

function printBackup({ print }: Run, { backup, before }: Change): void {
  if (backup === undefined) return;
  print(`Backup of the previous file: ${backup}`);
  if (/^sk_live_/.test(String(before?.env?.RCPT_API_KEY ?? ''))) {
    print('It contains the API key of the previous entry: delete it when you no longer need it.');
  }
}
