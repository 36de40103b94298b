import { CommandError } from '../../config/usage-error.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';

/** The error for a database without a business. */
export const noBusinessError = (run: Run) =>
  new CommandError(
    `There is no business in this database yet. To set one up: ${followUp(run, 'business init')}, or with a file: ${followUp(run, 'business apply FILE')}`,
  );
