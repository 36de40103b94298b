import { CLIENT_NAMES, type ClientName } from '../../config/options/clients.ts';
import { readSettings } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { suggestName } from '../parser/nearest.ts';
import { terminalPrompter } from '../prompts/prompter.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { isInteractive } from '../terminal/terminal.ts';
import { wrapText } from '../terminal/wrap.ts';
import { addEntry, currentEntry, removeEntry, replaceableEntry } from './change.ts';
import { CLIENTS } from './clients.ts';
import { clientFile } from './config-path.ts';
import { type Plan, plan, type Target } from './entry.ts';
import { formatOf } from './file-text.ts';
import { type Entry, isOwnVariable, preservedNames, removedVariables } from './format.ts';
import { hostEnvironment } from './host-environment.ts';
import { keyFilePath, type Owner, removeKeyFile, writeKeyFile } from './key-file.ts';
import { askLocale, localeSentences, proposeLocale } from './locale-proposal.ts';

/** Names that every client accepts: Codex and Claude Code reject other characters, Gemini CLI truncates at dots. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/;
const DEFAULT_NAME = 'receptionist';

function readClient({ positionals }: Run): ClientName {
  const given = requiredArgument({ positionals });
  const client = CLIENT_NAMES.find((name) => name === given);
  if (client) return client;
  if (/^chat-?gpt$/i.test(given)) {
    throw new UsageError(
      'ChatGPT reads no file of this computer: it connects to a server with a public address, such as that of rcpt-mcp http --auth oauth. The README describes it under "Run it for a company".',
    );
  }
  throw new UsageError(`install knows no client "${given}". ${suggestName(given.toLowerCase(), CLIENT_NAMES)}`);
}

function readName(run: Run): string {
  const { name = DEFAULT_NAME } = run.options;
  if (NAME.test(name)) return name;
  throw new UsageError('--name must be letters, digits, - and _, such as --name receptionist.');
}

/** `rcpt-mcp install CLIENT`: adds this server to a client's configuration, prints the entry, or removes it. */
export const runInstall: CommandRun = async (command) => {
  const run = wrapped(command);
  const id = readClient(run);
  const { scope, print, remove } = run.options;
  const client = CLIENTS[id];
  const file = clientFile(client, scope, hostEnvironment());
  const name = readName(run);
  const format = await formatOf(client);
  const target: Target = { client, format, name, file, keyFile: keyFilePath({ client: id, name, file }) };
  if (remove && print) {
    throw new UsageError('--print shows what would be added: leave out --print or --remove.');
  }
  if (remove) return runRemoval(run, id, target);
  const planned = await completePlan(run, target);
  if (print) return show(run, target, planned);
  await add(run, id, target, planned);
};

/** On a terminal, breaks sentences at its width. Paths stay in one piece. */
const wrapped = (run: Run): Run => ({
  ...run,
  print: (text) => {
    for (const line of run.colours ? wrapText(text, run.columns) : [text]) run.print(line);
  },
});

/** Adds what the user has not given and the server needs: where the business is, and a SQLite. */
async function completePlan(run: Run, target: Target): Promise<Plan> {
  const { options } = run;
  const planned = await withSqliteWarning(plan(target, run));
  if (options['base-url'] === undefined || options.url !== undefined) return planned;
  const proposal = proposeLocale(options, await currentEntry(target), await statedBusiness(options));
  if (options.print || !isInteractive()) {
    const { warnings, ...more } = plan(target, run, proposal.values);
    return { ...more, warnings: [...warnings, ...localeSentences(options, proposal)] };
  }
  const prompter = terminalPrompter();
  try {
    return plan(target, run, await askLocale(options, proposal, prompter));
  } finally {
    prompter.close();
  }
}

/** What the platform states about the business; undefined without a key, which clients that ask for it get later. */
async function statedBusiness(options: Run['options']) {
  const hasKey = options['api-key'] !== undefined || options['api-key-file'] !== undefined;
  const remote = hasKey ? readSettings(options).remote : undefined;
  return remote && (await import('../runtime/ask-business.ts')).askBusiness(remote);
}

/** Loads SQLite like the server, which the client will start with the same Node. */
async function withSqliteWarning(planned: Plan): Promise<Plan> {
  if (!planned.needsInstalledSqlite) return planned;
  try {
    const { loadSqlite } = await import('../../platform/store/sqlite/driver.ts');
    await loadSqlite();
    return planned;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { ...planned, warnings: [...planned.warnings, `The server will not work yet. ${error.message}`] };
  }
}

/** Shows what `install` would write. What others have added to the entry may be secret: only its names are shown. */
async function show({ print, write }: Run, target: Target, planned: Plan): Promise<void> {
  const { client, format, name, file } = target;
  const { entry, input, key, warnings } = planned;
  const before = await replaceableEntry(target);
  const shown = [format.show(client.servers, name, entry)];
  if (input) shown.push(JSON.stringify({ inputs: [input] }, null, 2));
  print(`${client.title} reads ${file}. The entry would be:`);
  await write(`\n${shown.join('\n')}\n\n`);
  const [kept, removed] = before ? [preservedNames(before), removedVariables(before, entry)] : [[], []];
  if (kept.length > 0) print(`Kept from the entry that is there: ${kept.join(', ')}`);
  if (removed.length > 0) print(`Removed from it, because not set in this run: ${removed.join(', ')}`);
  if (key) print(`The API key would be written to ${key.path}, which only you can read.`);
  for (const warning of warnings) print(warning);
  print('Nothing was changed.');
}

async function add(run: Run, id: ClientName, target: Target, planned: Plan): Promise<void> {
  const { scope } = run.options;
  const { client, name, file } = target;
  const { key } = planned;
  const change = await addEntry(target, scope, planned, async () => key && writeKeyFile(key.path, key.secret));
  run.print(
    change.changed
      ? `${client.title}: "${name}" is ${change.before ? 'changed' : 'added'} in ${change.path}`
      : `${client.title}: "${name}" is already up to date in ${change.path}`,
  );
  if (change.backup) {
    run.print(`Backup of the file before its first change: ${change.backup}`);
    if (/^sk_live_/.test(String(change.before?.env?.RCPT_API_KEY ?? ''))) {
      run.print('It contains the API key of the previous entry: delete it when you no longer need it.');
    }
  }
  await removeReplaced(run, { client: id, name, file }, change.before, planned.entry);
  if (key) run.print(`The API key is in ${key.path}, which only you can read.`);
  if (planned.input) run.print(`${client.title} asks for the API key when it first starts the server, and stores it.`);
  if (scope === 'project' && key)
    run.print(`${file} refers to your key file: other users of the project need their own.`);
  if (!client.comments && change.isLoose) {
    run.print(`${file} has comments or trailing commas, which ${client.title} may not accept.`);
  }
  for (const warning of planned.warnings) run.print(warning);
  if (change.changed) run.print(`Next: ${client.next}`);
  const options = Object.keys(planned.entry.env ?? {}).some(isOwnVariable) ? ', with the same options' : '';
  run.print(`To check it${options}: ${commandLine('doctor')}`);
}

/** Names the variables of the old entry that the new one does not have, and deletes a key file that it does not use. */
async function removeReplaced(run: Run, owner: Owner, before: Entry | undefined, entry: Entry): Promise<void> {
  const { env: old = {} } = before ?? {};
  const removed = removedVariables(before ?? {}, entry);
  if (removed.length > 0) run.print(`Removed from the entry, because not set in this run: ${removed.join(', ')}`);
  const { RCPT_API_KEY_FILE: keyFile } = old;
  if (keyFile === entry.env?.RCPT_API_KEY_FILE || !(await removeKeyFile(keyFile as string | undefined, owner))) return;
  run.print(`The file with its API key is deleted: ${keyFile}`);
}

async function runRemoval(run: Run, id: ClientName, target: Target): Promise<void> {
  const { client, name, file } = target;
  const change = await removeEntry(target);
  if (!change.changed) {
    run.print(`${client.title}: there is no "${name}" in ${file}. Nothing was changed.`);
    return;
  }
  run.print(`${client.title}: "${name}" is removed from ${change.path}`);
  if (change.restored === 'content') run.print('The file is as it was before. Its backup is deleted.');
  if (change.restored === 'absence') run.print('The file had nothing else, and is deleted.');
  if (change.backup) run.print(`Backup of an earlier state of the file: ${change.backup}`);
  const keyFile = change.before?.env?.RCPT_API_KEY_FILE;
  if (await removeKeyFile(keyFile as string | undefined, { client: id, name, file })) {
    run.print(`The file with its API key is deleted: ${keyFile}`);
  } else if (typeof keyFile === 'string') run.print(`Your own key file stays: ${keyFile}`);
  run.print(`Next: ${client.next}`);
}
