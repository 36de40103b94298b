import { explainDatabaseErrors } from '../../app/open-platform.ts';
import type { BusinessFile } from '../../contract/business.ts';
import { STDOUT, writeNewFile } from '../exports/write-pieces.ts';
import { fileCommand } from './arguments.ts';
import { noBusinessError } from './existing.ts';
import type { BusinessAction } from './open-later.ts';
import { renderBusinessFile } from './render-file.ts';

/** `business export [FILE]`: the whole business, on stdout or in a new file. */
export const exportBusiness: BusinessAction = async (business, run) => {
  const [path = STDOUT] = run.positionals;
  const file = await explainDatabaseErrors(business.export());
  if (!file) throw noBusinessError(run);
  const text = run.options.json
    ? `${JSON.stringify(file, null, 2)}\n`
    : renderBusinessFile(file, { top: comments(file) });
  if (path === STDOUT) return run.write(text);
  await writeNewFile(path, [text]);
  run.print(`${path} is written. Compare it with the database: ${fileCommand('plan', path, run)}`);
};

function comments({ name = '', staff = [] }: BusinessFile): string[] {
  const hasCalendar = staff.some(({ calendar }) => calendar);
  return [
    `The business ${JSON.stringify(name)}, written by rcpt-mcp business export. Change it, then plan and apply it.`,
    'Only what the file has is changed; what leaves it stays in the database, unless it is applied with --prune.',
    ...(hasCalendar ? ['Keep it private: with the address of a calendar, everybody can read it.'] : []),
  ];
}
