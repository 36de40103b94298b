import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../../config/folders.ts';
import { assertCreatable } from '../../platform/store/sqlite/create-file.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { shortageOf } from './disk.ts';

/** Checks the folder in which the servers of one user share their create requests to a remote platform. */
export function checkCreateRequests({ options }: CheckContext): CheckResult[] {
  // With shared state, its database has them.
  if (options.state !== undefined) return [];
  let folder = '';
  try {
    folder = join(dataFolder(), 'idempotency');
    if (existsSync(folder)) accessSync(folder, constants.W_OK);
    else assertCreatable(folder);
    const shortage = shortageOf(folder);
    if (shortage !== undefined) {
      const fix = 'Free some: on a full disk servers that run refuse to create records.';
      const summary = `The folder of create requests ${folder} has hardly any room: ${shortage}`;
      return [result('create_requests', 'warning', summary, { fix, data: { folder } })];
    }
    const summary = `Create requests are shared by the servers of this user, so that a repeated one creates no second record (${folder})`;
    return [result('create_requests', 'ok', summary, { data: { folder } })];
  } catch {
    const where = folder === '' ? 'this user has no home folder' : `${folder} cannot be written`;
    const fix = 'Give this user a home folder that can be written: HOME, or XDG_DATA_HOME.';
    const summary = `Each server remembers its own create requests only, because ${where}: a repeated one can create a second record`;
    return [result('create_requests', 'warning', summary, { fix, data: { folder } })];
  }
}
