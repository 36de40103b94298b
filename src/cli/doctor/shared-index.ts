import { DatabaseError } from '../../lib/database/database-error.ts';
import { redactPasswordInLogs } from '../../lib/database/database-url.ts';
import { redactDatabaseUrl } from '../../lib/database/redact-database-url.ts';
import { type CheckResult, result } from './check.ts';
import { stateResult } from './index-state.ts';

/** Checks the indexes of a platform in the database of `--state`, one for each key, without creating or changing one. */
export async function checkSharedIndex(database: string, platform: URL, maxBytes: number): Promise<CheckResult[]> {
  redactPasswordInLogs(database);
  const name = redactDatabaseUrl(database);
  try {
    const { inspectSharedMirrors, mayCreateMirror } = await import('../../platform/mirror/shared-mirrors.ts');
    const states = (await inspectSharedMirrors(database)).filter(({ address }) => address === platform.href);
    if (states.length > 0) {
      return states.map((state) =>
        stateResult(`${name}, schema ${state.schema}`, state, maxBytes, { database: name, schema: state.schema }),
      );
    }
    const data = { database: name, exists: false };
    if (await mayCreateMirror(database)) {
      return [result('index', 'ok', `The first start creates the index in ${name}`, { data })];
    }
    const fix = 'Ask its administrator for: grant create on database this_database to this_user';
    return [result('index', 'problem', `${name} does not permit this user to create a schema`, { fix, data })];
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const fix = 'See docs/local-index.md for the required permissions, or name a file with --index (RCPT_INDEX).';
    return [result('index', 'problem', error.message, { fix, data: { database: name } })];
  }
}
