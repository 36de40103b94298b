import type { Engine } from '../engine.ts';
import type { Db } from '../schema/schema.ts';
import { accounts } from './001-accounts.ts';
import { business } from './002-business.ts';
import { records } from './003-records.ts';
import { calls } from './004-calls.ts';
import { deliveries } from './005-deliveries.ts';
import { idempotency } from './006-idempotency.ts';
import { derived } from './007-derived.ts';
import { erasedIdentifiers } from './008-erased-identifiers.ts';
import { passwordLinks } from './009-password-links.ts';
import { severalPromises } from './010-several-promises.ts';
import { personsOfUsers } from './011-persons-of-users.ts';
import { continuedPromises } from './012-continued-promises.ts';
import { wordsOfMarks } from './013-words-of-marks.ts';
import { lastSignIns } from './014-last-sign-ins.ts';

export interface Migration {
  /** Recorded in the database; never changes once released. */
  name: string;
  up: (tx: Db, engine: Engine) => Promise<void>;
}

/**
 * In the order of their application. The first seven make the tables of the first version, one area each. Once released, a migration
 * never changes: another one is added. Modules, not files read at run time, so that they are bundled.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: '001-accounts', up: accounts },
  { name: '002-business', up: business },
  { name: '003-records', up: records },
  { name: '004-calls', up: calls },
  { name: '005-deliveries', up: deliveries },
  { name: '006-idempotency', up: idempotency },
  { name: '007-derived', up: derived },
  { name: '008-erased-identifiers', up: erasedIdentifiers },
  { name: '009-password-links', up: passwordLinks },
  { name: '010-several-promises', up: severalPromises },
  { name: '011-persons-of-users', up: personsOfUsers },
  { name: '012-continued-promises', up: continuedPromises },
  { name: '013-words-of-marks', up: wordsOfMarks },
  { name: '014-last-sign-ins', up: lastSignIns },
];
