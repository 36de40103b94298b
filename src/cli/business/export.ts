import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import type { BusinessFile } from '../../contract/business.ts';
import { commandLine } from '../../lib/command-line.ts';
import { quoteArgument } from '../../lib/shell.ts';
import { STDOUT, writeNewFile } from '../exports/write-pieces.ts';
import { ConcurrentWriteError, type FileState, readFileState, replaceFile } from '../install/replace-file.ts';
import { followUp } from '../runtime/follow-up.ts';
import { fileCommand } from './arguments.ts';
import { noBusinessError } from './existing.ts';
import type { BusinessAction } from './open-later.ts';
import { renderBusinessFile } from './render-file.ts';

/** `business export [FILE]`: the whole business, on stdout or in a file. */
export const exportBusiness: BusinessAction = async (business, run) => {
  const [path = STDOUT] = run.positionals;
  const isReplacing = run.options.replace;
  if (isReplacing && path === STDOUT)
    throw new UsageError(
      `--replace needs the name of a file, such as ${commandLine('business export business.yaml --replace')}.`,
    );
  const file = await explainDatabaseErrors(business.export());
  if (!file) throw noBusinessError(run);
  const text = run.options.json
    ? `${JSON.stringify(file, null, 2)}\n`
    : renderBusinessFile(file, { top: comments(file) });
  if (path === STDOUT) return run.write(text);
  const other = `${followUp(run, `business export ${quoteArgument(path)} --replace`)} replaces it. Or choose another name.`;
  const current = isReplacing ? await readFileState(path) : undefined;
  await (current?.bytes ? replaceWith(text, current) : writeNewFile(path, [text], other));
  run.print(`${path} is written. Compare it with the database: ${fileCommand('plan', path, run)}`);
};

/** Replaces a file as a whole. Who can read it stays as it was. */
async function replaceWith(text: string, current: FileState): Promise<void> {
  await replaceFile(current, { text, mode: 0o600, backup: false }).catch((error: unknown) => {
    if (!(error instanceof ConcurrentWriteError)) throw error;
    throw new CommandError(
      `Another program changed ${current.path} at the same time. Nothing was written. Look at the file, and run the command again.`,
    );
  });
}

function comments({ name = '', staff = [] }: BusinessFile): string[] {
  const hasCalendar = staff.some(({ calendar }) => calendar);
  return [
    `The business ${JSON.stringify(name)}, written by rcpt-mcp business export. Change it, then plan and apply it.`,
    'Only what the file has is changed; what leaves it stays in the database, unless it is applied with --prune.',
    ...(hasCalendar ? ['Keep it private: with the address of a calendar, everybody can read it.'] : []),
  ];
}
