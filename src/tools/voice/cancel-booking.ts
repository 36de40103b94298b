import * as z from 'zod';
import { defineTool } from '../core/define.ts';
import { cancelAndVerify } from '../idempotency/bookings.ts';
import { verifiedAppointments } from './caller/caller-checks.ts';
import { keepAppointments } from './caller/keep-appointments.ts';
import { chooseAppointment, sayAppointment } from './caller/own-appointments.ts';
import { confirmAloud } from './core/confirm.ts';
import * as field from './core/fields.ts';
import { openOffice } from './core/office.ts';
import { spokenSentences } from './speech/speech.ts';

export const cancelBooking = defineTool({
  name: 'cancel_booking',
  title: 'Cancel an appointment',
  description: `Cancel an appointment of the caller. ${field.ASK_FIRST}`,
  toolset: 'bookings',
  effect: 'delete',
  scope: 'write:bookings',
  spoken: true,
  isDryRun: ({ confirmed }) => confirmed !== true,
  input: () =>
    z.strictObject({
      ...field.ownAppointment(),
      confirmed: field.confirmed(),
    }),
  output: field.spokenOutput,
  async run({ confirmed, ...request }, context) {
    const office = await openOffice(context);
    const { phrases } = office.speech;
    const kept = await keepAppointments(request.appointment, request, office);
    if (kept) return { spoken: spokenSentences(kept.spoken) };
    const plan = async () => {
      const verified = await verifiedAppointments(request, office);
      if ('spoken' in verified) return verified;
      const chosen = await chooseAppointment(request, verified.own, office);
      if ('spoken' in chosen) return chosen;
      const { found } = chosen;
      const said = sayAppointment(found, office);
      return {
        question: phrases.askToCancel(said),
        basis: [found.id, found.start],
        perform: async (later: typeof context) => {
          later.audited.recordId = found.id;
          await cancelAndVerify(found.id, later);
          later.audited.isDone = true;
          return phrases.cancelled(said);
        },
      };
    };
    const change = { tool: 'cancel_booking', request, confirmed: confirmed === true, plan };
    return { spoken: spokenSentences(await confirmAloud(change, office)) };
  },
});
