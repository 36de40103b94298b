import { hasMadeChange, withdraw } from '../core/confirm.ts';
import type { Office } from '../core/office.ts';
import { openQuestion } from '../core/open-question.ts';
import { keeping } from '../said/keep-words.ts';
import { verifiedAppointments } from './caller-checks.ts';
import { MAX_SPOKEN_APPOINTMENTS, sayAppointments } from './own-appointments.ts';

/**
 * Answers a caller who does not want the change any more that they were asked about: nothing is changed, and they hear what they have.
 * Undefined for other words, and where they can mean a change that was made.
 */
export async function keepAppointments(
  said: string | undefined,
  input: Parameters<typeof verifiedAppointments>[0],
  office: Office,
): Promise<{ spoken: string } | undefined> {
  const kept = said === undefined ? undefined : keeping(said, office.speech.language);
  if (kept === undefined || (kept === 'as it was' && hasMadeChange(office))) return undefined;
  const verified = await verifiedAppointments(input, office);
  if ('spoken' in verified) return verified;
  const asked = openQuestion('move', office)?.bookingId;
  withdraw(office);
  const { phrases } = office.speech;
  const meant = verified.own.filter(({ id }) => id === asked);
  const own = meant.length > 0 ? meant : verified.own;
  if (own.length === 0) return { spoken: phrases.noAppointments };
  const others = Math.max(0, own.length - MAX_SPOKEN_APPOINTMENTS);
  return { spoken: phrases.appointments(sayAppointments(own, office), others) };
}
