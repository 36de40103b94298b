import { resolve } from 'node:path';
import { explainDatabaseErrors, openBusiness } from '../../app/open-platform.ts';
import { isPostgresUrl } from '../../lib/database-url.ts';
import { lazy } from '../../lib/lazy.ts';
import type { OpenBusiness } from '../commands/business.ts';
import { databaseFile } from '../commands/with-platform.ts';

/** The state of a database that is not there yet. */
const NEW: Awaited<ReturnType<OpenBusiness['state']>> = { kind: 'new', name: '', revision: 0 };

/**
 * Opens the business for a file that may be refused, and for questions that may be cancelled: a SQLite file without a database is made,
 * with its folder, only by the first plan or change that is not refused.
 * @throws CommandError
 */
export async function openLater(database: string): Promise<OpenBusiness> {
  const isFile = database !== ':memory:' && !isPostgresUrl(database);
  if (!isFile || (await explainDatabaseErrors(databaseFile(resolve(database)))).isUsed) return openBusiness(database);
  const opened = lazy(() => openBusiness(database));
  /** Refuses in memory what would be refused in a new database, which is made after that. */
  const openedFor = async (attempt: (trial: OpenBusiness) => Promise<unknown>): Promise<OpenBusiness> => {
    if (!(await opened.getIfCreated())) {
      const trial = await openBusiness(':memory:');
      await attempt(trial).finally(() => trial.close());
    }
    return opened.get();
  };
  return {
    state: async () => (await opened.getIfCreated())?.state() ?? NEW,
    plan: async (...request) => (await openedFor((trial) => trial.plan(...request))).plan(...request),
    apply: async (...request) => (await openedFor((trial) => trial.apply(...request))).apply(...request),
    export: async () => (await opened.get()).export(),
    show: async () => (await opened.get()).show(),
    close: async () => (await opened.getIfCreated())?.close(),
  };
}
