import { CommandError } from '../runtime/usage-error.ts';

/** The error for a database without a business. */
export const noBusinessError = () =>
  new CommandError(
    'There is no business in this database yet. Set one up with rcpt-mcp business init, or apply a file with rcpt-mcp business apply.',
  );
