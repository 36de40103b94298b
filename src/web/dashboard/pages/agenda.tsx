import { useEffect, useRef, useState } from 'preact/hooks';
import { addDays } from '../../../lib/time/add-days.ts';
import { mondayOf } from '../../../lib/time/working-hours.ts';
import { useNow } from '../../components/agenda/hooks.ts';
import type { Booking, FreeTimes, Moving, Slot } from '../../components/agenda/types.ts';
import { DayField } from '../../components/day-field.tsx';
import { browserNow } from '../../lib/clock.ts';
import { localTime } from '../../lib/time.ts';
import { type NewAppointment, NewBooking } from '../parts/booking-form.tsx';
import { useDesk } from '../parts/context.ts';
import { optionsOf, Select } from '../parts/form.tsx';
import { inQuotes } from '../parts/in-quotes.ts';
import { LOADING, Shown, useLoaded } from '../parts/load.tsx';
import { Page } from '../parts/page.tsx';
import { joinSentences } from '../parts/plain-note.ts';
import { answerOf, type ContactItem, readServices, readStaff, type StaffItem } from '../parts/records.ts';
import { href, navigate, type Route } from '../parts/route.ts';
import { isUnknownRecord } from '../requests/tools.ts';
import { DrawnAgenda } from './drawn-agenda.tsx';

/** Records of the first answer; the rest is loaded when it is asked for. */
const PER_PAGE = 100;
const WEEK_DAYS = 7;
/** The parameter `person` for everyone; no person has it as an id. */
const EVERYONE = '*';

/** A day or a week of appointments; with a service, its free times. */
export function AgendaPage({ route }: { route: Route }) {
  const booking = route.params.get('booking');
  return booking && !route.id ? <BookingDay id={booking} /> : <ShownDays route={route} />;
}

/** Goes on to the day of an appointment, whose link does not have it. */
function BookingDay({ id }: { id: string }) {
  const { team, readTool } = useDesk();
  const [found] = useLoaded(JSON.stringify([team.id, id]), async () => {
    const { booking } = answerOf<{ booking: { start_local: string } }>(
      await readTool('get_booking', { booking_id: id }).catch((error: unknown) => {
        throw isUnknownRecord(error) ? new Error('This business has no such appointment.') : error;
      }),
    );
    // In place of the link, so that the browser's way back leads to where it was followed.
    location.replace(href('agenda', booking.start_local.slice(0, 10), { booking: id }));
  });
  return (
    <Page title="Agenda">
      <Shown of={found}>{() => null}</Shown>
    </Page>
  );
}

function ShownDays({ route }: { route: Route }) {
  const { team, session, readTool } = useDesk();
  const isWeek = route.params.get('view') === 'week';
  const now = useNow(browserNow);
  const [zone] = useLoaded(team.id, async () => {
    return String((await readTool('get_account_context', {})).structuredContent?.time_zone);
  });
  const date = isDate(route.id) ? route.id : undefined;
  return (
    <Page title="Agenda">
      <Shown of={zone}>
        {(known) => {
          const today = localTime(new Date(now), known).date;
          const from = isWeek ? mondayOf(date ?? today) : (date ?? today);
          const to = isWeek ? addDays(from, WEEK_DAYS - 1) : from;
          // Days that are over have no free times, but appointments.
          const hasFreeTimes = to >= today && !session.read_only;
          // The appointment of a link can be that of anyone.
          const opened = route.params.has('booking') ? undefined : team.staff_id;
          const person = route.params.get('person') ?? opened ?? EVERYONE;
          return (
            <Days
              key={team.id}
              from={from}
              to={to}
              today={today}
              isWeek={isWeek}
              asked={person === EVERYONE ? undefined : person}
              service={hasFreeTimes ? (route.params.get('service') ?? undefined) : undefined}
              contactId={session.read_only ? undefined : (route.params.get('contact') ?? undefined)}
              chosen={route.params.get('booking') ?? undefined}
            />
          );
        }}
      </Shown>
    </Page>
  );
}

interface DaysProps {
  from: string;
  to: string;
  today: string;
  isWeek: boolean;
  /** Id of the person whose appointments or free times are to be shown; undefined: those of everyone. */
  asked: string | undefined;
  service: string | undefined;
  /** Id of the contact for whom an appointment is to be booked. */
  contactId: string | undefined;
  /** Id of the appointment that the page was opened for. */
  chosen: string | undefined;
}

function Days({ from, to, today, isWeek, asked, service, contactId, chosen }: DaysProps) {
  const { team, session, readTool, announce, clear } = useDesk();
  // Together, so that the fields above the agenda appear at once.
  const [choices] = useLoaded(team.id, async () => {
    const [services, staff] = await Promise.all([readServices({ readTool }), readStaff({ readTool })]);
    return { services: services.filter(({ active }) => active !== false), staff };
  });
  const { services = [], staff = [] } = choices.value ?? {};
  /** Such as a person of a bookmark who is archived by now: no choice above the agenda would say why it is empty. */
  const hasLeft = asked !== undefined && choices.value !== undefined && !staff.some(({ id }) => id === asked);
  const person = hasLeft ? undefined : asked;
  /** False until it is known whether the person has left. */
  const isKnown = asked === undefined || choices.state !== 'loading' || choices.value !== undefined;
  const days = { from, to, ...(person && { staff_id: person }) };
  const input = service ? { service_id: service, ...days } : { ...days, per_page: PER_PAGE };
  const tool = service ? 'find_open_times' : 'list_bookings';
  const [answer, reload] = useLoaded(JSON.stringify([team.id, tool, input]), async () => {
    return readTool(tool, input);
  });
  const people = staff.filter(({ id, active }) => active !== false || id === person);
  const chosenPerson = people.find(({ id }) => id === person);
  const performs = ({ service_ids: ids }: StaffItem, id: string) => ids === undefined || ids.includes(id);
  const [contact] = useLoaded(JSON.stringify([team.id, contactId]), async () => {
    if (contactId === undefined) return undefined;
    return answerOf<{ contact: ContactItem }>(await readTool('get_contact', { contact_id: contactId })).contact;
  });
  const [booking, setBooking] = useState<{ slot: Slot | undefined; free: FreeTimes | undefined; zone: string }>();
  // What was booked is announced on its day, and is out of date on the next days that are shown.
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (!isAnnounced.current) clear();
    isAnnounced.current = false;
  }, [from, to, person, service, clear]);
  const carried = useRef<Moving | undefined>(undefined);
  /** Without a person, the address of a user who has one would show that person. */
  const everyone = team.staff_id ? EVERYONE : undefined;
  const at = (day: string | undefined, more: Record<string, string | undefined> = {}) =>
    href('agenda', day, {
      view: isWeek ? 'week' : undefined,
      person: person ?? everyone,
      service,
      contact: contactId,
      ...more,
    });
  /** The link to an appointment that the agenda does not show, because it is with another person than the chosen one. */
  const linkTo = ({ day, id, staffId, staffName }: NewAppointment) => {
    const withId = staffId ?? staff.find(({ name }) => name === staffName)?.id;
    if (person === undefined || withId === undefined || withId === person) return undefined;
    return {
      href: at(day, { service: undefined, contact: undefined, person: withId, booking: id }),
      text: 'Show the appointment',
    };
  };
  /** Free times for the service and the customer of an appointment that was cancelled or is over: on its day, or from today on. */
  const bookAgainHref = ({ contactId: customer, serviceId, start }: Booking, zone: string) => {
    const day = localTime(new Date(start), zone).date;
    const isOffered = services.some(({ id }) => id === serviceId);
    if (!customer || !isOffered) return undefined;
    return at(day < today ? today : day, { service: serviceId, contact: customer });
  };
  const step = isWeek ? WEEK_DAYS : 1;
  return (
    <>
      <div class="row toolbar">
        <a class="button" href={at(addDays(from, -step))} aria-label={isWeek ? 'Previous week' : 'Previous day'}>
          ‹
        </a>
        {/* Without the day, so that a bookmark leads to the one that is today then. */}
        <a class="button" href={at(undefined)}>
          Today
        </a>
        <a class="button" href={at(addDays(from, step))} aria-label={isWeek ? 'Next week' : 'Next day'}>
          ›
        </a>
        <DayField label="Day" value={from} onChoose={(day) => navigate(at(day))} />
        <a class="button" href={at(from, { view: isWeek ? undefined : 'week' })}>
          {isWeek ? 'Day' : 'Week'}
        </a>
        {(people.length > 1 || chosenPerson) && (
          <Select
            label="Person"
            name="person"
            value={person ?? ''}
            options={[
              { value: '', label: 'everyone' },
              ...optionsOf(people, (one) => service !== undefined && !performs(one, service)),
            ]}
            onChoose={(id) => navigate(at(from, { person: id || everyone }))}
          />
        )}
        {!session.read_only && services.length > 0 && (
          <Select
            label="Free times for"
            name="service"
            value={service ?? ''}
            options={[
              { value: '', label: 'none: appointments' },
              ...optionsOf(services, ({ id }) => chosenPerson !== undefined && !performs(chosenPerson, id)),
            ]}
            onChoose={(id) => {
              carried.current = undefined;
              navigate(at(from, { service: id || undefined }));
            }}
          />
        )}
        {service === undefined && (
          <button type="button" onClick={() => print()}>
            Print
          </button>
        )}
      </div>
      {contactId && (
        <Shown of={contact}>
          {(customer) =>
            customer && (
              <p class="notice">
                {`Booking for ${inQuotes(customer.name ?? customer.id)}: ${service ? 'choose a time, or another service under “Free times for”' : 'choose a service under “Free times for”, then a time, or choose “New appointment…”'}. `}
                <a href={at(from, { contact: undefined })}>Do not book</a>
              </p>
            )
          }
        </Shown>
      )}
      {hasLeft && <p class="notice">The chosen person is no longer in the business, so that everyone is shown.</p>}
      <Shown of={isKnown ? answer : LOADING}>
        {(main) => (
          <DrawnAgenda
            answer={main}
            input={input}
            chosen={chosen}
            carried={carried}
            onReload={reload}
            onBook={session.read_only ? undefined : (slot, free, zone) => setBooking({ slot, free, zone })}
            hasServices={services.length > 0}
            bookingHref={(id, day) => at(day, { service: undefined, booking: id })}
            bookAgainHref={session.read_only ? undefined : bookAgainHref}
          />
        )}
      </Shown>
      {booking && (
        <NewBooking
          {...booking}
          services={services}
          day={from < today ? today : from}
          staffId={person}
          contact={contact.value}
          onClose={() => setBooking(undefined)}
          onRefused={reload}
          onSeries={() => {
            setBooking(undefined);
            void reload();
          }}
          onBooked={(message, booked) => {
            const { day } = booked;
            setBooking(undefined);
            // Days that are shown already are read again. A service is left, because it shows free times instead of appointments.
            const isShown = service === undefined && from <= day && day <= to;
            isAnnounced.current = !isShown;
            const link = linkTo(booked);
            const alone = link && `This agenda shows ${inQuotes(chosenPerson?.name ?? person ?? '')} alone.`;
            announce(joinSentences(message, alone ?? ''), 'good', link);
            navigate(at(day, { service: undefined, contact: undefined }));
            if (isShown) void reload();
          }}
        />
      )}
    </>
  );
}

/** True for a date that exists: an address can be typed. */
const isDate = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  addDays(text, 0) === text;
