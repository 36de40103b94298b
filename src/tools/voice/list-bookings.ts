import * as z from 'zod';
import { defineTool } from '../core/define.ts';
import { verifiedAppointments } from './caller/caller-checks.ts';
import { appointmentsAt, MAX_SPOKEN_APPOINTMENTS, nextOf, sayAppointments } from './caller/own-appointments.ts';
import * as field from './core/fields.ts';
import { openOffice } from './core/office.ts';
import { nextOrLast } from './said/appointment-words.ts';
import { spokenSentences } from './speech/speech.ts';

export const listBookings = defineTool({
  name: 'list_bookings',
  title: 'Own appointments',
  description: `Appointments ahead of the caller. ${field.SAY_IT}`,
  toolset: 'bookings',
  effect: 'read',
  scope: 'read:bookings',
  spoken: true,
  input: () => z.strictObject({ appointment: field.someAppointment(), ...field.identity() }),
  output: field.spokenOutput,
  async run(input, context) {
    const office = await openOffice(context);
    const { phrases } = office.speech;
    const verified = await verifiedAppointments(input, office);
    if ('spoken' in verified) return verified;
    const { own: all } = verified;
    const { appointment } = input;
    const at = appointment === undefined ? all : await appointmentsAt(appointment, all, office);
    const meant = appointment !== undefined && nextOrLast(appointment) === 'next' ? nextOf(at, office) : at;
    // The others may be what the caller means.
    const own = meant.length > 0 ? meant : all;
    const others = Math.max(0, own.length - MAX_SPOKEN_APPOINTMENTS);
    const said = sayAppointments(own, office);
    const found = meant.length > 0 ? phrases.appointments(said, others) : phrases.otherAppointments(said);
    const spoken = own.length > 0 ? found : phrases.noAppointments;
    return { spoken: spokenSentences(spoken) };
  },
});
