import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { CommandError } from '../../config/usage-error.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';
import type { ReadBusinessFile } from './read-file.ts';

/**
 * Maps the refusals of a plan to sentences for the operator, and problems of the file to its lines.
 * @throws CommandError
 */
export async function explainRefusal<T>(
  work: Promise<T>,
  { problems }: Pick<ReadBusinessFile, 'problems'>,
  run: Run,
): Promise<T> {
  const { BusinessFileError, DemoBusinessError, OutdatedPlanError } = await import('../../platform/index.ts');
  return explainDatabaseErrors(
    work.catch((cause: unknown) => {
      if (cause instanceof BusinessFileError) throw problems(cause.problems);
      if (cause instanceof DemoBusinessError) throw new CommandError(`${cause.message} ${removeDemo(run)}`, { cause });
      if (cause instanceof OutdatedPlanError) {
        throw new CommandError(`${cause.message} Nothing was changed. Plan the file again, or add --force.`, { cause });
      }
      throw cause;
    }),
  );
}

/** What a person can do about a database with the demo business. */
export const removeDemo = (run: Run) =>
  `Choose another database with --database, or remove the demo: ${followUp(run, 'demo remove')}`;
