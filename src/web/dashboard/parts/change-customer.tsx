import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AgendaActions } from '../../components/agenda/actions.ts';
import { changeSince, dayAndTime, type Outcome } from '../../components/agenda/outcome.ts';
import { rereadBooking } from '../../components/agenda/reading/read-bookings.ts';
import type { Booking } from '../../components/agenda/types.ts';
import { appointmentText } from '../../components/agenda/words.ts';
import { addContact } from './add-contact.ts';
import { useDesk } from './context.ts';
import { CustomerFields } from './customer-fields.tsx';
import { Dialog } from './dialog.tsx';
import { Form, filled } from './form.tsx';
import { inQuotes } from './in-quotes.ts';
import { messageOf } from './load.tsx';
import { joinSentences, plainNote } from './plain-note.ts';
import { answerOf, type ContactItem } from './records.ts';
import { useExceptions } from './use-exceptions.ts';

type Values = Record<string, string>;

const UNREACHABLE = 'Nothing was changed: enter a telephone number or an e-mail address.';
const CHOOSE_IT = 'choose that customer in the list below the field';

/** The arguments of `create_contact`, and the fields of the form that have them. */
const NAMES = { name: 'contact_name', phone: 'contact_phone', email: 'contact_email' };

interface ChangeCustomerProps {
  /** The appointment as the user has seen it. */
  booking: Booking;
  /** IANA zone of the business. */
  zone: string;
  /** Called with what to show; undefined if the appointment keeps its customer. */
  onClose(outcome?: Outcome): void;
}

/** Asks which customer an appointment is to get: one of the business, or a new one, who is added to the contacts. */
function ChangeCustomer({ booking: first, zone, onClose }: ChangeCustomerProps) {
  const desk = useDesk();
  const [booking, setBooking] = useState(first);
  const [chosen, setChosen] = useState<ContactItem>();
  const [canOverride, send] = useExceptions();
  const addCustomer = ({ contact_name: name = '', contact_phone: phone, contact_email: email }: Values) => {
    if (!phone && !email) throw new Error(UNREACHABLE);
    return addContact({ name, ...(phone && { phone }), ...(email && { email }) }, desk, CHOOSE_IT);
  };
  /** The reason of a failure, and how the appointment is now if others have changed it. The next attempt changes that one. */
  const explain = async (error: unknown): Promise<string> => {
    const answer = await desk.readTool('get_booking', { booking_id: booking.id }).catch(() => undefined);
    const now = answer && rereadBooking(booking, answer);
    if (now) setBooking(now);
    return joinSentences(messageOf(error), (now && changeSince(booking, now, zone)?.reason) ?? '');
  };
  const change = async (values: Values, isAnyway: boolean) => {
    const added = chosen ? undefined : await addCustomer(values);
    const customer = chosen ?? added?.contact;
    if (!customer) return;
    // The next attempt must not add the contact again.
    setChosen(customer);
    const name = inQuotes(customer.name ?? customer.id);
    const about = added?.isNew ? `${name} was added to the contacts.` : '';
    const args = {
      booking_id: booking.id,
      contact_id: customer.id,
      // The user saw this state: what others changed since must not be undone.
      ...(booking.updatedAt && { if_unchanged_since: booking.updatedAt }),
    };
    const result = await send('update_booking', args, isAnyway).catch(async (error: unknown) => {
      throw new Error(joinSentences(about, await explain(error)));
    });
    if (!result) {
      if (about) throw new Error(`${about} The appointment keeps its customer.`);
      return;
    }
    const { note } = answerOf<{ note?: string }>(result);
    onClose({
      kind: 'good',
      text: `The appointment is now for ${name}.`,
      reason: joinSentences(about, plainNote(note)) || undefined,
      isChanged: true,
      alternatives: [],
    });
  };
  return (
    <Dialog title="Change the customer" onClose={() => onClose()}>
      <p>{`${appointmentText(booking)}, ${dayAndTime(booking.start, zone)}.`}</p>
      <Form
        submit="Change the customer"
        names={NAMES}
        onCancel={() => onClose()}
        anyway={canOverride ? 'Change anyway' : undefined}
        onSubmit={(values, isAnyway) => change(filled(values), isAnyway)}
      >
        <CustomerFields chosen={chosen} onChoose={setChosen} />
      </Form>
    </Dialog>
  );
}

/**
 * The action of an agenda that changes the customer of an appointment, and its dialog, if it is open.
 * @param onChanged reads the agenda again.
 */
export function useChangeCustomer(
  zone: string,
  onChanged: () => Promise<unknown>,
): [NonNullable<AgendaActions['changeCustomer']>, ComponentChildren] {
  const [open, setOpen] = useState<{ booking: Booking; close(outcome?: Outcome): void }>();
  const changeCustomer = (booking: Booking) => new Promise<Outcome | undefined>((close) => setOpen({ booking, close }));
  const close = async (outcome?: Outcome) => {
    if (outcome) await onChanged();
    setOpen(undefined);
    open?.close(outcome);
  };
  return [changeCustomer, open && <ChangeCustomer booking={open.booking} zone={zone} onClose={close} />];
}
