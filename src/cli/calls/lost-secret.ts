import type { CallSourceInfo } from '../../platform/index.ts';
import { type DatabaseChoice, followUp } from '../runtime/follow-up.ts';

/** What an operator reads if a new secret, which is shown once, cannot be written. */
export const lostSecret = (database: DatabaseChoice, { id }: Pick<CallSourceInfo, 'id'>): string =>
  `Source ${id} has a new secret, which is lost. For another one: ${followUp(database, `calls sources rotate ${id}`)}`;
