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
  /** The file itself, where the client's path is a link. */
  path: string;
  /** The entry as it was. */
  before: Entry | undefined;
  backup: string | undefined;
  /** Whether it has comments or trailing commas, which strict JSON has not. */
  loose: boolean;
}

type BeforeWrite = () => Promise<(() => Promise<void>) | undefined>;

/** Retries after another program wrote the file during an edit. */
const ATTEMPTS = 20;
const PRIVATE = 0o600;
const SHARED = 0o644;

/**
 * Writes an entry into a client's file, or removes it without a plan. `first` runs once the new text is final, before it
 * is written; the function that it returns undoes its effect if the file cannot be written.
 */
export function changeFile(
  target: Target,
  scope: Scope,
  planned: Pick<Plan, 'entry' | 'input'> | undefined,
  first: BeforeWrite = async () => undefined,
): Promise<Change> {
  return withLock(target.file, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptChange(target, scope, planned, first);
      } catch (error) {
        if (error instanceof UnreadableConfigError) {
          throw new CommandError(`${target.file} ${error.message}. Fix that first. Nothing was changed.`, {
            cause: error,
          });
        }
        if (!(error instanceof ConcurrentWriteError)) throw error;
        if (attempt === ATTEMPTS) {
          throw new CommandError(
            `${target.file} keeps being written by another program. Quit ${target.client.title} and try again. Nothing was changed.`,
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
  first: BeforeWrite,
): Promise<Change> {
  const now = await readFileState(target.file);
  const { mark, text } = decode(now.bytes);
  const before = formatOf(target.client).entries(text, target.client.servers).get(target.name);
  const after = planned ? withEntry(target, planned, text, before) : withoutEntry(target, text);
  const undo = await first();
  const changed = after !== text;
  const loose = target.client.format === 'json' && after.trim() !== '' && !isStrict(after);
  const mode = scope === 'project' ? SHARED : PRIVATE;
  const replace = () =>
    replaceFile(now, { text: mark + after, mode, backup: true }).catch(async (error: unknown) => {
      await undo?.();
      throw error;
    });
  const backup = changed ? await replace() : undefined;
  return { changed, path: now.path, before, backup, loose };
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
  const left = format.remove(text, client.servers, name);
  return client.asksForSecrets ? removeInput(left, inputFor(name).id) : left;
}
