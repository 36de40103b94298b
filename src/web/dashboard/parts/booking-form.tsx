import { useState } from 'preact/hooks';
import { repeatedChoices, timeToType, typedStart } from '../../components/agenda/typed-time.ts';
import type { FreeTimes, Slot } from '../../components/agenda/types.ts';
import { quotedText } from '../../components/agenda/words.ts';
import { browserNow } from '../../lib/clock.ts';
import { placeOf } from '../../lib/moments.ts';
import { oneLine } from '../../lib/short-text.ts';
import { computerZone, localTime, momentText } from '../../lib/time.ts';
import { RequestError } from '../requests/http.ts';
import { type Desk, useDesk } from './context.ts';
import { CustomerFields } from './customer-fields.tsx';
import { Dialog } from './dialog.tsx';
import { Area, Field, Form, filled, optionsOf, Select } from './form.tsx';
import { inQuotes } from './in-quotes.ts';
import { useLoaded } from './load.tsx';
import { joinSentences, plainNote } from './plain-note.ts';
import { answerOf, type ContactItem, readStaff, type ServiceItem } from './records.ts';
import {
  MAX_APPOINTMENTS,
  MIN_APPOINTMENTS,
  REPETITIONS,
  type Repetition,
  readSeries,
  type SeriesDate,
  type SeriesResult,
} from './series.ts';
import { bookText, SeriesDates, SeriesResults } from './series-list.tsx';
import { useExceptions } from './use-exceptions.ts';

/** Whose time a time is, where this computer shows another zone. */
const zoneHint = (zone: string): string | undefined => (zone === computerZone() ? undefined : `${placeOf(zone)} time`);

/** A time of the business; with its zone where the clock of this computer shows another time. */
function whenText(start: Date, zone: string): string {
  const when = momentText(start, zone);
  const here = momentText(start, computerZone());
  return when === here ? when : `${when} (${placeOf(zone)} time)`;
}

const NO_SERVICE = 'Nothing was booked: choose a service.';
const UNREACHABLE = 'Nothing was booked: enter a telephone number or an e-mail address.';

/** The answer of `create_booking`. */
interface Booked {
  booking?: { id?: string; staff_id?: string; staff_name?: string; contact_id?: string };
  note?: string;
}

const OTHER_NAME = 'has another name.';

/** What else a user has to know of a new appointment. A contact who has another name than the customer is named. */
async function furtherFacts({ note, booking }: Booked, readTool: Desk['readTool']): Promise<string> {
  const facts = plainNote(note);
  if (!facts.includes(OTHER_NAME)) return facts;
  // The appointment is booked: what cannot be read must not make it look as if it were not.
  const found = await readTool('get_contact', { contact_id: booking?.contact_id }).catch(() => undefined);
  const name = answerOf<{ contact?: ContactItem }>(found).contact?.name;
  return name ? facts.replace(OTHER_NAME, () => `is ${inQuotes(name)}.`) : facts;
}

/** Where an appointment that was booked is in the agenda. */
export interface NewAppointment {
  /** YYYY-MM-DD */
  day: string;
  id: string | undefined;
  /** Undefined where the name stands for one person. */
  staffId: string | undefined;
  staffName: string | undefined;
}

interface NewBookingProps {
  /** The free time that was chosen; if undefined, the form asks for a time. */
  slot: Slot | undefined;
  /** The free times of the chosen service; if undefined, the form asks for a service. */
  free: FreeTimes | undefined;
  services: readonly ServiceItem[];
  /** The day (YYYY-MM-DD) that the form proposes. */
  day: string;
  zone: string;
  /** Id of the person whom the form proposes. */
  staffId: string | undefined;
  /** The customer for whom it is; if undefined, the form asks. */
  contact: ContactItem | undefined;
  onClose(): void;
  /** Called when it was not booked: the time may be taken. */
  onRefused(): void;
  /** Called with what to say. */
  onBooked(message: string, booked: NewAppointment): void;
  /** Called when the user has seen what became of a series. */
  onSeries(): void;
}

/** The dates of a series that are to be booked. */
const chosenOf = ({ dates, days }: { dates: readonly SeriesDate[]; days: ReadonlySet<string> }): SeriesResult[] =>
  dates.flatMap(({ day, start }) =>
    start !== undefined && days.has(day) ? [{ day, start, state: 'waiting', text: '' }] : [],
  );

/** Who the appointment is for, and what was not chosen in the agenda: service, day and time. */
export function NewBooking({
  slot: offered,
  free,
  services,
  day: firstDay,
  zone,
  staffId,
  contact,
  onClose,
  onRefused,
  onBooked,
  onSeries,
}: NewBookingProps) {
  const { readTool } = useDesk();
  const [canOverride, send] = useExceptions();
  const [chosen, setChosen] = useState<ContactItem>();
  const customer = contact ?? chosen;
  /** What was refused is not offered any more: it is where the user goes on to another day or time. */
  const [isRefused, setRefused] = useState(false);
  const slot = isRefused ? undefined : offered;
  const proposed = offered ? timeToType(offered.start, zone) : { day: firstDay, time: '', repeated: '' };
  const [typed, setTyped] = useState(proposed);
  const [serviceId, setServiceId] = useState('');
  const [repeat, setRepeat] = useState('');
  /** The dates of a series that the user sees before they are booked, and the days that are chosen. */
  const [series, setSeries] = useState<{ dates: readonly SeriesDate[]; days: ReadonlySet<string> }>();
  const [sent, setSent] = useState<{ chosen: readonly SeriesResult[]; args: Record<string, unknown> }>();
  const [staff] = useLoaded(String(free === undefined), async () => {
    if (free) return [];
    return readStaff({ readTool });
  });
  const performersOf = (id: string) => staff.value?.filter(({ service_ids }) => service_ids?.includes(id)) ?? [];
  /** Whether all people are known, and none of them performs a service. */
  const isUnperformed = (id: string) => staff.value !== undefined && performersOf(id).length === 0;
  const people = (offered?.staff ?? free?.people ?? performersOf(serviceId)).flatMap(({ id, name }) =>
    id ? [{ value: id, label: oneLine(name) }] : [],
  );
  // A time in the column of a person is free with others, too, of whom the platform would choose one.
  const only = people.length === 1 ? people[0] : undefined;
  const when = slot ? whenText(new Date(slot.start), zone) : 'another time';
  const title = free ? `${free.service ? quotedText(free.service) : 'Appointment'}, ${when}` : 'New appointment';
  const choices = repeatedChoices(typed, zone);
  /** Shows the dates of a series; books those that are chosen once they are shown. */
  const submitSeries = async (repetition: Repetition, args: Record<string, unknown>) => {
    if (series) {
      const chosen = chosenOf(series);
      if (chosen.length === 0) throw new Error('Nothing was booked: no date is chosen.');
      setSent({ chosen, args });
      return;
    }
    const { service_id, staff_id } = args;
    const asked = { service_id, ...(staff_id !== undefined && { staff_id }) };
    const dates = await readSeries(repetition, asked, zone, readTool);
    setSeries({ dates, days: new Set(dates.flatMap(({ day, isFree }) => (isFree ? [day] : []))) });
  };
  if (sent) return <SeriesResults {...sent} zone={zone} onClose={onSeries} />;
  const submit = repeat === '' ? 'Book it' : series ? bookText(series.days.size) : 'Show the dates';
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={submit}
        onCancel={onClose}
        anyway={canOverride && repeat === '' ? 'Book anyway' : undefined}
        // The dates are those of other fields then.
        onInput={({ target }) => {
          if (target instanceof Element && !target.closest('.series')) setSeries(undefined);
        }}
        onSubmit={async (form, isAnyway) => {
          const { day = '', time = '', repeated, repeat: weeks, count, ...values } = filled(form);
          if (!free && !values.service_id) throw new Error(NO_SERVICE);
          const start = weeks
            ? undefined
            : new Date(slot?.start ?? typedStart({ day, time, repeated }, zone, browserNow()));
          if (!customer && !values.contact_phone && !values.contact_email) throw new Error(UNREACHABLE);
          const args: Record<string, unknown> = {
            ...(free && { service_id: free.serviceId }),
            ...(only && { staff_id: only.value }),
            ...(customer && { contact_id: customer.id }),
            ...values,
          };
          if (!start) {
            const first = slot ? timeToType(slot.start, zone) : { day, time };
            return submitSeries({ ...first, weeks: Number(weeks), count: Number(count) }, args);
          }
          const result = await send('create_booking', { ...args, start_time: start.toISOString() }, isAnyway).catch(
            (error: unknown) => {
              onRefused();
              if (error instanceof RequestError && error.rule) setRefused(true);
              throw error;
            },
          );
          if (!result) return;
          const booked = answerOf<Booked>(result);
          const staff = booked.booking?.staff_name;
          const done = `Booked for ${whenText(start, zone)}${staff ? ` with ${quotedText(staff)}` : ''}.`;
          onBooked(joinSentences(done, await furtherFacts(booked, readTool)), {
            day: localTime(start, zone).date,
            id: booked.booking?.id,
            staffId: booked.booking?.staff_id,
            staffName: staff,
          });
        }}
      >
        {!free && (
          <Select
            label="Service"
            name="service_id"
            value={serviceId}
            options={[
              { value: '', label: 'Choose a service' },
              ...optionsOf(services).map(({ value, label }) =>
                isUnperformed(value)
                  ? { value, label: `${label} (no one performs it)`, isDisabled: true }
                  : { value, label },
              ),
            ]}
            onChoose={setServiceId}
          />
        )}
        {!slot && (
          <div
            class="row"
            onInput={({ target }) =>
              target instanceof HTMLInputElement && setTyped({ ...typed, [target.name]: target.value })
            }
          >
            <Field label="Day" name="day" type="date" value={proposed.day} isRequired />
            <Field label="Time" name="time" type="time" value={proposed.time} hint={zoneHint(zone)} isRequired />
            {choices.length > 0 && (
              <Select label="Which one" name="repeated" value={proposed.repeated} options={choices} />
            )}
          </div>
        )}
        {only && <p>{`With ${quotedText(only.label)}.`}</p>}
        {contact ? (
          <p>{`For ${inQuotes(contact.name ?? contact.id)}.`}</p>
        ) : (
          <CustomerFields chosen={chosen} onChoose={setChosen} />
        )}
        {people.length > 1 && (
          <Select
            key={serviceId}
            label="With"
            name="staff_id"
            {...(people.some(({ value }) => value === staffId) && { value: staffId })}
            options={[{ value: '', label: 'anyone who is free' }, ...people]}
          />
        )}
        <Area label="Notes" name="notes" />
        <div class="row">
          <Select label="Repeat" name="repeat" value={repeat} options={REPETITIONS} onChoose={setRepeat} />
          {repeat !== '' && (
            <Field
              label={`Number of appointments (${MIN_APPOINTMENTS} to ${MAX_APPOINTMENTS})`}
              name="count"
              type="number"
              value="6"
              min={MIN_APPOINTMENTS}
              max={MAX_APPOINTMENTS}
              isRequired
            />
          )}
        </div>
        {repeat !== '' && series && (
          <SeriesDates {...series} zone={zone} onChoose={(days) => setSeries({ ...series, days })} />
        )}
      </Form>
    </Dialog>
  );
}
