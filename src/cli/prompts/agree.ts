import { UsageError } from '../../config/usage-error.ts';
import type { Run } from '../runtime/run.ts';
import { confirm, isInteractive } from '../terminal/terminal.ts';

/**
 * Returns whether the operator agrees to what cannot be undone: by `--yes`, or by the answer to a question. Without it, prints that
 * nothing was changed.
 * @throws UsageError if nothing can be asked
 */
export async function isAgreed({ options, print }: Pick<Run, 'options' | 'print'>, question: string): Promise<boolean> {
  if (options.yes) return true;
  if (!isInteractive()) throw new UsageError(`${question} Add --yes to confirm. Nothing was changed.`);
  if (await confirm(question)) return true;
  print('Nothing was changed.');
  return false;
}

/** The error of a command that has shown what it would do, and cannot ask. */
export const needsYes = (work: string) =>
  new UsageError(`Nothing was changed. To ${work}, repeat the command with --yes.`);
