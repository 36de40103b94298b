import { existsSync, promises as files } from 'node:fs';
import { dirname, sep } from 'node:path';
import { homeFolder } from '../../config/folders.ts';
import type { Scope } from '../../config/options/clients.ts';
import { CommandError } from '../../config/usage-error.ts';
import type { Client } from './clients.ts';
import { removeEmptyFolders } from './empty-folders.ts';
import type { Plan, Target } from './entry.ts';
import { decode } from './file-text.ts';
import { type Entry, isDeepEqual, losesContent, mergeEntry, UnreadableConfigError } from './format.ts';
import { isStrict } from './json.ts';
import { inputFor, removeInput, setInput } from './json-inputs.ts';
import { withLock } from './lock.ts';
import { isForeignEntry, isOwnEntry } from './own-entry.ts';
import {
  backupPath,
  ConcurrentWriteError,
  deleteFile,
  type FileState,
  readFileState,
  replaceFile,
} from './replace-file.ts';

/** The result of an edit of a client's file. */
interface Change {
  changed: boolean;
  /** The real path of the file, if the client's path is a symbolic link. */
  path: string;
  /** The previous entry. */
  before: Entry | undefined;
  /** The path of the file's backup, if there is one now. */
  backup: string | undefined;
  /** True if the file has comments or trailing commas, which strict JSON does not permit. */
  isLoose: boolean;
  /** After a removal: the file is as it was before this program changed it, or it is deleted, because it was new then. */
  restored?: 'content' | 'absence';
}

type BeforeWrite = () => Promise<(() => Promise<void>) | undefined>;

/** Attempts to edit a file that other programs keep writing. */
const MAX_ATTEMPTS = 20;
const PRIVATE_MODE = 0o600;
const SHARED_MODE = 0o644;

/** Returns the entry that a client has now. @throws CommandError if its file cannot be read */
export async function currentEntry(target: Target): Promise<Entry | undefined> {
  const { bytes } = await readFileState(target.file);
  return explained(target, async () =>
    target.format.entries(decode(bytes).text, target.client.servers).get(target.name),
  );
}

/**
 * Returns the entry that `addEntry` would replace, if there is one.
 * @throws CommandError if it would refuse to
 */
export async function replaceableEntry(target: Target): Promise<Entry | undefined> {
  const entry = await currentEntry(target);
  refuseForeign(target, entry);
  return entry;
}

/**
 * Writes an entry into a client's file. `beforeWrite` runs when the new text is final; the function that it returns is
 * called to undo its effect if the file cannot be written.
 * @throws CommandError; the file is unchanged
 */
export function addEntry(
  target: Target,
  scope: Scope,
  planned: Pick<Plan, 'entry' | 'input'>,
  beforeWrite: BeforeWrite = async () => undefined,
): Promise<Change> {
  return change(target, async (current, { mark, text }) => {
    const before = target.format.entries(text, target.client.servers).get(target.name);
    refuseForeign(target, before);
    const after = withEntry(target, planned, text, before);
    const undo = await beforeWrite();
    const changed = after !== text;
    const isLoose = target.client.format === 'json' && after.trim() !== '' && !isStrict(after);
    const mode = scope === 'project' ? SHARED_MODE : PRIVATE_MODE;
    const backup = backupPath(current.path);
    // The backup has what other programs had in the file before the first entry of this one. Without others, it has what
    // the user had in the entry, such as the only copy of a key.
    const others = withoutOwnEntries(target, text);
    const isExpendable = isEmpty(others, target) && !losesContent(before, planned.entry);
    const isBackedUp = others !== text && (existsSync(backup) || isExpendable);
    if (changed) {
      await replaceFile(current, { text: mark + after, mode, backup: !isBackedUp }).catch(async (error: unknown) => {
        await undo?.();
        throw error;
      });
    }
    return { changed, path: current.path, before, backup: existsSync(backup) ? backup : undefined, isLoose };
  });
}

/**
 * Removes an entry from a client's file. If nothing else has changed since the first entry was added, the file becomes
 * what it was then, and its backup is deleted.
 * @throws CommandError; the file is unchanged
 */
export function removeEntry(target: Target): Promise<Change> {
  return change(target, async (current, { mark, text }) => {
    const { path } = current;
    const { format } = target;
    const before = format.entries(text, target.client.servers).get(target.name);
    refuseForeign(target, before);
    const unchanged = { changed: false, path, before, backup: undefined, isLoose: false };
    const after = withoutEntry(target, text);
    if (after === text) return unchanged;
    const removed = { ...unchanged, changed: true };
    const backup = backupPath(path);
    const original = await files.readFile(backup).catch(() => undefined);
    const outcome = outcomeOf(target, after, original);
    if (outcome === 'new' && !(await files.lstat(target.file)).isSymbolicLink()) {
      await deleteFile(current);
      await files.rm(backup, { force: true });
      await removeEmptyFolders(dirname(path), limitOf(path));
      return { ...removed, restored: 'absence' };
    }
    if (outcome === 'same' && original) {
      await replaceFile(current, { text: original, mode: PRIVATE_MODE, backup: false });
      await files.rm(backup, { force: true });
      return { ...removed, restored: 'content' };
    }
    await replaceFile(current, { text: mark + after, mode: PRIVATE_MODE, backup: original === undefined });
    return { ...removed, backup };
  });
}

/** @throws CommandError for an entry of this name that starts another program */
function refuseForeign({ client, name, file }: Target, before: Entry | undefined): void {
  if (!before || !isForeignEntry(name, before)) return;
  throw new CommandError(
    `${file} has an entry "${name}" that starts another program. Nothing was changed. Choose another name, such as --name rcpt-mcp, or remove that entry in ${client.title}.`,
  );
}

/**
 * Compares a file without its last entry with its backup. `same`: the backup is the file without the entry. `new`: neither
 * has anything of others, so that this program has created the file.
 */
function outcomeOf(target: Target, after: string, original: Buffer | undefined): 'same' | 'new' | 'changed' {
  if (original === undefined) return isEmpty(after, target) ? 'new' : 'changed';
  let others: string;
  const { text } = decode(original);
  try {
    others = withoutOwnEntries(target, text);
  } catch (error) {
    if (!(error instanceof UnreadableConfigError)) throw error;
    return 'changed';
  }
  const { removeEmpty } = target.format;
  const isSame = [after, removeEmpty(after, target.client.servers)].some((one) => one.trimEnd() === others.trimEnd());
  const areEmpty = isEmpty(after, target) && isEmpty(others, target);
  if (!isSame && !areEmpty) return 'changed';
  if (others === text) return 'same';
  return areEmpty ? 'new' : 'changed';
}

/** Returns the text of a client's file without the entries of this program. */
function withoutOwnEntries({ client, format }: Target, text: string): string {
  const own = [...format.entries(text, client.servers)].filter(([name, entry]) => isOwnEntry(name, entry));
  return own.reduce((rest, [name]) => withoutInput(client, format.remove(rest, client.servers, name), name), text);
}

/** True if a file has neither servers nor anything else. */
const isEmpty = (text: string, { client, format }: Target) =>
  /^\s*(\{\s*\})?\s*$/.test(format.removeEmpty(text, client.servers));

/** The folder of the project or of the user, which stays when folders in it are removed. */
const limitOf = (path: string) =>
  [process.cwd(), homeFolder()].find((folder) => path.startsWith(folder + sep)) ?? dirname(path);

/** Edits a file under its lock, again if another program has written it meanwhile. */
function change<T>(
  target: Target,
  attempt: (current: FileState, text: { mark: string; text: string }) => Promise<T>,
): Promise<T> {
  return withLock(target.file, async () => {
    for (let count = 1; ; count++) {
      try {
        const current = await readFileState(target.file);
        return await explained(target, () => attempt(current, decode(current.bytes)));
      } catch (error) {
        if (!(error instanceof ConcurrentWriteError)) throw error;
        if (count === MAX_ATTEMPTS) {
          throw new CommandError(
            `${target.file} is repeatedly written by another program. Quit ${target.client.title} and try again. Nothing was changed.`,
          );
        }
      }
    }
  });
}

/** @throws CommandError for a file that cannot be parsed */
async function explained<T>({ file }: Target, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableConfigError)) throw error;
    throw new CommandError(`${file} ${error.message}. Fix that first. Nothing was changed.`, { cause: error });
  }
}

function withEntry(
  { client, format, name }: Target,
  { entry, input }: Pick<Plan, 'entry' | 'input'>,
  text: string,
  before: Entry | undefined,
): string {
  const wanted = mergeEntry(before, entry);
  const withInput = input ? setInput(text, input) : text;
  if (isDeepEqual(before, wanted)) return withInput;
  const done = format.set(withInput, client.servers, name, wanted);
  return client.asksForSecrets && !input ? removeInput(done, inputFor(name).id) : done;
}

function withoutEntry({ client, format, name }: Target, text: string): string {
  if (!format.entries(text, client.servers).has(name)) return text;
  return withoutInput(client, format.remove(text, client.servers, name), name);
}

/** Returns the text without the secret that the client asks for. */
const withoutInput = (client: Client, text: string, name: string) =>
  client.asksForSecrets ? removeInput(text, inputFor(name).id) : text;
