import { CommandError } from '../../config/usage-error.ts';
import type { Contact } from '../../contract/index.ts';
import { quoted, say } from '../../lib/text/sentence.ts';
import type { Platform } from '../../platform/index.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';

/**
 * Finds the customer with an id, an e-mail address or a telephone number.
 * @throws CommandError if there is none, or if there are several
 */
export async function findCustomer(platform: Platform, run: Run, text: string): Promise<Contact> {
  const found = await platform.erasure.find({ id: text });
  if (found.length === 0) found.push(...(await findByReach(platform, text)));
  const [contact] = found;
  if (!contact) {
    const refusal = say`No customer has the id, e-mail address or telephone number ${quoted(text)}; names are not searched. Nothing was changed.`;
    throw new CommandError(`${refusal} To see all with their ids: ${followUp(run, 'contacts export')}`);
  }
  if (found.length === 1) return contact;
  const listed = found.map(({ id, name }) => String(say`${id} ${quoted(name)}`)).join(', ');
  throw new CommandError(`Several customers have it: ${listed}. Nothing was changed. Repeat the command with an id.`);
}

async function findByReach(platform: Platform, text: string): Promise<Contact[]> {
  if (text.includes('@')) return platform.erasure.find({ email: text });
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  const phone = normalizePhone(text, platform.team.defaultCountry);
  return phone === undefined ? [] : platform.erasure.find({ phone });
}
