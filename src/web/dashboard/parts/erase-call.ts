import { eraseCall } from '../requests/admin.ts';
import type { Desk } from './context.ts';

/** Asks, and erases the personal data of a call. Returns what was done; undefined if the user said no. */
export async function askAndEraseCall(
  callId: string,
  { team, ask }: Pick<Desk, 'team' | 'ask'>,
): Promise<string | undefined> {
  const question =
    'Erase this call? Its telephone number, its summary and all that was said are lost for good. The contact and the appointments that were made in it stay.';
  if (!(await ask(question, 'Yes, erase for good'))) return undefined;
  await eraseCall(team.id, callId);
  return 'The call was erased. A recording at the telephone service, backups, exports and what was sent to others stay: delete them there.';
}
