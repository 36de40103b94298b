import { resolve } from 'node:path';
import { explainDatabaseErrors, openBusiness } from '../../../app/open-platform.ts';
import { isPostgresUrl } from '../../../lib/database-url.ts';
import { lazy } from '../../../lib/lazy.ts';
import type { OpenBusiness } from '../../commands/business.ts';
import { databaseFile } from '../../commands/with-platform.ts';

/** The state of a database that is not there yet. */
const NEW: Awaited<ReturnType<OpenBusiness['state']>> = { kind: 'new', name: '', revision: 0 };

/**
 * Opens the business for questions that may be cancelled: a SQLite file without a database is made, with its folder, only by the first
 * plan that is not refused.
 * @throws CommandError
 */
export async function openForQuestions(database: string): Promise<OpenBusiness> {
  const isFile = database !== ':memory:' && !isPostgresUrl(database);
  if (!isFile || (await explainDatabaseErrors(databaseFile(resolve(database)))).isUsed) return openBusiness(database);
  const opened = lazy(() => openBusiness(database));
  return {
    state: async () => (await opened.getIfCreated())?.state() ?? NEW,
    plan: async (...request) => {
      // A plan that is refused must leave no database: the first one is made in memory.
      if (!(await opened.getIfCreated())) {
        const trial = await openBusiness(':memory:');
        await trial.plan(...request).finally(() => trial.close());
      }
      return (await opened.get()).plan(...request);
    },
    apply: async (...request) => (await opened.get()).apply(...request),
    export: async () => (await opened.get()).export(),
    show: async () => (await opened.get()).show(),
    close: async () => (await opened.getIfCreated())?.close(),
  };
}
