import { DatabaseError } from '../../lib/database-error.ts';
import { shownDatabase } from '../../lib/database-url.ts';
import { readState } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { type Finding, finding, type Looking, stopwatch } from './finding.ts';
import { settingsOf } from './place.ts';

/** The database that replicas share. Nothing is made, and nothing in it changed. */
export async function lookAtReplicas(looking: Looking): Promise<Finding[]> {
  const settings = settingsOf(looking);
  if (!settings || looking.given.state === undefined) return [];
  try {
    const url = readState(looking.given, settings) as string;
    const where = shownDatabase(url);
    const elapsed = stopwatch();
    const { inspectSharedState } = await import('../../state/inspect.ts');
    const { version, mayMake } = await inspectSharedState(url);
    const data = { database: where, version, ms: elapsed() };
    if (version === 0 && !mayMake) {
      const fix = 'Ask its administrator for: create schema rcpt_state authorization this_user';
      return [finding('state', 'problem', `${where} does not let this user make a schema`, { fix, data })];
    }
    const schema = version === 0 ? 'made at the first start' : `schema rcpt_state, version ${version}`;
    return [finding('state', 'ok', `What replicas share is in ${where}: ${schema}`, { data })];
  } catch (error) {
    if (!(error instanceof DatabaseError || error instanceof UsageError)) throw error;
    const fix =
      'See docs/postgresql.md for the form of the URL, and docs/operations.md for the rights that are needed.';
    return [finding('state', 'problem', error.message, { fix })];
  }
}
