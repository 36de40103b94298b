import { readState } from '../../config/platform.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { redactDatabaseUrl } from '../../lib/database/redact-database-url.ts';
import { type CheckContext, type CheckResult, result, stopwatch } from './check.ts';
import { settingsOf } from './settings-of.ts';

/** Checks the database that replicas share without creating or changing anything. */
export async function checkReplicas(context: CheckContext): Promise<CheckResult[]> {
  const settings = settingsOf(context);
  const url = settings && readState(context.options, settings.remote);
  if (url === undefined) return [];
  // The embedded platform's database has the shared state, too. That it cannot be used at all is reported there.
  const isPlatforms = context.options.state === undefined;
  try {
    const name = redactDatabaseUrl(url);
    const elapsed = stopwatch();
    const { inspectSharedState } = await import('../../shared-state/inspect.ts');
    const { version, exists, mayMake, problem } = await inspectSharedState(url);
    const data = { database: name, version, ms: elapsed() };
    if (version === 0 && !mayMake) {
      const what = exists ? 'use the schema rcpt_state' : 'create a schema';
      const statement = exists
        ? 'alter schema rcpt_state owner to this_user'
        : 'create schema rcpt_state authorization this_user';
      const fix = `Ask its administrator for: ${statement}`;
      return [result('state', 'problem', `${name} does not permit this user to ${what}`, { fix, data })];
    }
    if (problem) return [result('state', 'problem', problem.message, { data })];
    if (isPlatforms) return [];
    const schema = version === 0 ? 'created at the first start' : `schema rcpt_state, version ${version}`;
    return [result('state', 'ok', `The shared state is in ${name}: ${schema}`, { data })];
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (isPlatforms) return [];
    const fix =
      'See docs/postgresql.md for the format of the URL, and docs/operations.md for the required permissions.';
    return [result('state', 'problem', error.message, { fix })];
  }
}
