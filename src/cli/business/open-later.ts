import { resolve } from 'node:path';
import { explainDatabaseErrors, openBusiness } from '../../app/open-platform.ts';
import { lazy } from '../../lib/concurrency/lazy.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import { databaseFile } from '../commands/with-platform.ts';
import type { Run } from '../runtime/run.ts';

type Business = Awaited<ReturnType<typeof openBusiness>>;

/** The business in a database, which may not be there yet. */
export interface OpenBusiness extends Business {
  /** Makes the database if it is not there. @throws CommandError */
  create(): Promise<void>;
}

/** What a command does with the business. */
export type BusinessAction = (business: OpenBusiness, run: Run) => Promise<void>;

/** The state of a database that is not there yet. */
const NEW: Awaited<ReturnType<Business['state']>> = { kind: 'new', name: '', revision: 0 };

/**
 * Opens the business for a file that may be refused, and for questions that may be cancelled: a SQLite file without a database is made,
 * with its folder, only by a change that is not refused. Plans for it are made in memory.
 * @throws CommandError
 */
export async function openLater(database: string): Promise<OpenBusiness> {
  const isFile = database !== ':memory:' && !isPostgresUrl(database);
  if (!isFile || (await explainDatabaseErrors(databaseFile(resolve(database)))).isUsed) {
    return { ...(await openBusiness(database)), create: async () => {} };
  }
  const opened = lazy(() => openBusiness(database));
  const trial = lazy(() => openBusiness(':memory:'));
  return {
    create: async () => void (await opened.get()),
    state: async () => (await opened.getIfCreated())?.state() ?? NEW,
    plan: async (...request) => ((await opened.getIfCreated()) ?? (await trial.get())).plan(...request),
    apply: async (...request) => {
      // Refused here, it makes no database.
      if (!(await opened.getIfCreated())) await (await trial.get()).apply(...request);
      return (await opened.get()).apply(...request);
    },
    export: async () => (await opened.get()).export(),
    show: async () => (await opened.get()).show(),
    close: async () => {
      for (const business of [opened, trial]) await (await business.getIfCreated())?.close();
    },
  };
}
