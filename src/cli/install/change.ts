import { CommandError } from '../runtime/usage-error.ts';
import type { Plan, Target } from './entry.ts';
import { decode, formatOf } from './file-text.ts';
import { type Entry, isDeepEqual, mergeEntry, UnreadableConfigError } from './format.ts';
import { isStrict } from './json.ts';
import { inputFor, removeInput, setInput } from './json-inputs.ts';
import { withLock } from './lock.ts';
import type { Scope } from './names.ts';
import { ConcurrentWriteError, readFileState, replaceFile } from './replace-file.ts';

/** The result of an edit of a client's file. */
export interface Change {
  changed: boolean;
  /** The real path of the file, if the client's path is a symbolic link. */
  path: string;
  /** The previous entry. */
  before: Entry | undefined;
  backup: string | undefined;
  /** True if the file has comments or trailing commas, which strict JSON does not permit. */
  isLoose: boolean;
}

type BeforeWrite = () => Promise<(() => Promise<void>) | undefined>;

/** Attempts to edit a file that other programs keep writing. */
const MAX_ATTEMPTS = 20;
const PRIVATE_MODE = 0o600;
const SHARED_MODE = 0o644;

/**
 * Writes an entry into a client's file, or removes it if there is no plan. `beforeWrite` runs when the new text is final;
 * the function that it returns is called to undo its effect if the file cannot be written.
 * @throws CommandError; the file is unchanged
 */
export function changeFile(
  target: Target,
  scope: Scope,
  planned: Pick<Plan, 'entry' | 'input'> | undefined,
  beforeWrite: BeforeWrite = async () => undefined,
): Promise<Change> {
  return withLock(target.file, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptChange(target, scope, planned, beforeWrite);
      } catch (error) {
        if (error instanceof UnreadableConfigError) {
          throw new CommandError(`${target.file} ${error.message}. Fix that first. Nothing was changed.`, {
            cause: error,
          });
        }
        if (!(error instanceof ConcurrentWriteError)) throw error;
        if (attempt === MAX_ATTEMPTS) {
          throw new CommandError(
            `${target.file} is repeatedly written by another program. Quit ${target.client.title} and try again. Nothing was changed.`,
          );
        }
      }
    }
  });
}

async function attemptChange(
  target: Target,
  scope: Scope,
  planned: Pick<Plan, 'entry' | 'input'> | undefined,
  beforeWrite: BeforeWrite,
): Promise<Change> {
  const current = await readFileState(target.file);
  const { mark, text } = decode(current.bytes);
  const before = formatOf(target.client).entries(text, target.client.servers).get(target.name);
  const after = planned ? withEntry(target, planned, text, before) : withoutEntry(target, text);
  const undo = await beforeWrite();
  const changed = after !== text;
  const isLoose = target.client.format === 'json' && after.trim() !== '' && !isStrict(after);
  const mode = scope === 'project' ? SHARED_MODE : PRIVATE_MODE;
  const replace = () =>
    replaceFile(current, { text: mark + after, mode, backup: true }).catch(async (error: unknown) => {
      await undo?.();
      throw error;
    });
  const backup = changed ? await replace() : undefined;
  return { changed, path: current.path, before, backup, isLoose };
}

function withEntry(
  { client, name }: Target,
  { entry, input }: Pick<Plan, 'entry' | 'input'>,
  text: string,
  before: Entry | undefined,
): string {
  const wanted = mergeEntry(before, entry);
  const withInput = input ? setInput(text, input) : text;
  if (isDeepEqual(before, wanted)) return withInput;
  const done = formatOf(client).set(withInput, client.servers, name, wanted);
  return client.asksForSecrets && !input ? removeInput(done, inputFor(name).id) : done;
}

function withoutEntry({ client, name }: Target, text: string): string {
  const format = formatOf(client);
  if (!format.entries(text, client.servers).has(name)) return text;
  const remaining = format.remove(text, client.servers, name);
  return client.asksForSecrets ? removeInput(remaining, inputFor(name).id) : remaining;
}
