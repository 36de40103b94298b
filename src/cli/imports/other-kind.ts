import { looksLike } from '../../imports/bookings/columns.ts';
import { quoteArgument } from '../../lib/shell.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';

type Kind = NonNullable<ReturnType<typeof looksLike>>;

const LOOKS: Record<Kind, string> = {
  bookings: 'The file looks like one of appointments. To import them',
  contacts: 'The file looks like one of customers. To import them',
};

/** Says that a file seems to hold the records of another command, unless the user has named its columns. */
export function hintAtOtherKind(
  run: Run,
  kind: Kind,
  { path, header }: { path: string; header: readonly string[] },
): void {
  const found = run.options.json || run.options.map ? undefined : looksLike(header);
  if (found === undefined || found === kind) return;
  run.print(`${LOOKS[found]}: ${followUp(run, `${found} import ${quoteArgument(path)}`)}\n`);
}
