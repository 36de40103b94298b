import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addDays } from '../../../lib/time/add-days.ts';
import type { AgendaActions } from '../../components/agenda/actions.ts';
import { Agenda } from '../../components/agenda/agenda.tsx';
import { useNow } from '../../components/agenda/hooks.ts';
import { agendaOf } from '../../components/agenda/model.ts';
import { PrintedDays } from '../../components/agenda/printed-days.tsx';
import { toolActions } from '../../components/agenda/tool-actions.ts';
import type { FreeTimes, Moving, Slot } from '../../components/agenda/types.ts';
import { DayField } from '../../components/day-field.tsx';
import { BOOKING_FILE, bookingFile } from '../../lib/booking-file.ts';
import { browserNow } from '../../lib/clock.ts';
import { computerZone, localTime } from '../../lib/time.ts';
import type { ToolResult } from '../../lib/tool-result.ts';
import { usePrinting } from '../../lib/use-printing.ts';
import { type NewAppointment, NewBooking, type Service } from '../parts/booking-form.tsx';
import { useChangeCustomer } from '../parts/change-customer.tsx';
import { useDesk } from '../parts/context.ts';
import { optionsOf, Select } from '../parts/form.tsx';
import { inQuotes } from '../parts/in-quotes.ts';
import { LOADING, Shown, useLoaded } from '../parts/load.tsx';
import { Page } from '../parts/page.tsx';
import { joinSentences } from '../parts/plain-note.ts';
import { answerOf, type ContactItem, itemsOf, readStaff, type StaffItem } from '../parts/records.ts';
import { href, keepPlace, navigate, type Route } from '../parts/route.ts';
import { saveFile } from '../parts/save-file.ts';
import { NO_ANSWER, RequestError } from '../requests/http.ts';
import { isUnknownRecord } from '../requests/tools.ts';

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
    const [services, staff] = await Promise.all([
      readTool('list_services', { per_page: PER_PAGE }),
      readStaff({ readTool }),
    ]);
    return {
      services: itemsOf<Service & { active?: boolean }>(services).filter(({ active }) => active !== false),
      staff,
    };
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
      </div>
      {contactId && (
        <Shown of={contact}>
          {(customer) =>
            customer && (
              <p class="notice">
                {`Booking for ${inQuotes(customer.name ?? customer.id)}: choose a service under “Free times for”, then a time${service ? '' : ', or choose “New appointment…”'}. `}
                <a href={at(from, { contact: undefined })}>Do not book</a>
              </p>
            )
          }
        </Shown>
      )}
      {hasLeft && <p class="notice">The chosen person is no longer in the business, so that everyone is shown.</p>}
      <Shown of={isKnown ? answer : LOADING}>
        {(main) => (
          <Drawn
            answer={main}
            input={input}
            chosen={chosen}
            carried={carried}
            onReload={reload}
            onBook={session.read_only ? undefined : (slot, free, zone) => setBooking({ slot, free, zone })}
            hasServices={services.length > 0}
            bookingHref={(id, day) => at(day, { service: undefined, booking: id })}
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

interface DrawnProps {
  answer: ToolResult;
  input: Record<string, unknown>;
  chosen: string | undefined;
  carried: NonNullable<AgendaActions['carried']>;
  /** Resolves to whether the answer was read again. */
  onReload(): Promise<boolean>;
  /** Called with the free time to book; what is undefined is still to be asked for. */
  onBook: ((slot: Slot | undefined, free: FreeTimes | undefined, zone: string) => void) | undefined;
  /** There is a service to choose. */
  hasServices: boolean;
  bookingHref: NonNullable<AgendaActions['bookingHref']>;
}

function Drawn({ answer, input, chosen, carried, onReload, onBook, hasServices, bookingHref }: DrawnProps) {
  const { session, tryTool, clear } = useDesk();
  const [later, setLater] = useState<{ than: ToolResult; answer: ToolResult }>();
  const current = later?.than === answer ? later.answer : answer;
  const agenda = useMemo(() => agendaOf(current, browserNow()), [current]);
  const { free } = agenda;
  const isPrinting = usePrinting();
  const onAnswer = (newer: ToolResult) => setLater({ than: answer, answer: newer });
  const {
    loadRest,
    refresh: _,
    cancel,
    ...changes
  } = toolActions({
    callTool: tryTool,
    agenda,
    answer: current,
    input,
    onAnswer,
  });
  const [changeCustomer, customerDialog] = useChangeCustomer(agenda.zone, onReload);
  const actions: AgendaActions = {
    choose: clear,
    addToCalendar: async (booking) => {
      const text = bookingFile(booking, browserNow());
      if (text !== undefined) saveFile({ ...BOOKING_FILE, text });
      return undefined;
    },
    ...(loadRest && { loadRest }),
    refresh: async () => {
      if (!(await onReload())) throw new Error('the agenda could not be read again');
    },
    // The rest that was loaded would be dropped.
    isLive: current === answer,
    bookingHref,
    contactHref: (id) => href('contacts', id),
    keepPlace,
    carried,
    openLink: 'browser',
    ...(session.read_only ? {} : { ...changes, changeCustomer, mayOverride: true }),
    ...(cancel && !session.read_only && { cancel: askingFirst(cancel) }),
    ...(onBook && {
      book: async (slot, free) => {
        onBook(slot, free, agenda.zone);
        return undefined;
      },
    }),
  };
  return (
    <>
      <Agenda
        agenda={agenda}
        userZone={computerZone()}
        actions={actions}
        now={browserNow}
        chosen={chosen}
        level={2}
        printed={isPrinting ? PrintedDays : undefined}
      >
        {!free && (
          <button type="button" onClick={() => print()}>
            Print
          </button>
        )}
        {onBook && (free || hasServices) && (
          <button
            type="button"
            class={free ? undefined : 'primary'}
            onClick={() => onBook(undefined, free, agenda.zone)}
          >
            {free ? 'Another time…' : 'New appointment…'}
          </button>
        )}
      </Agenda>
      {customerDialog}
    </>
  );
}

/** The dashboard's server asks before it cancels, so that the first call changes nothing, also if it is not answered. */
const askingFirst =
  (cancel: NonNullable<AgendaActions['cancel']>): typeof cancel =>
  (booking, agreed) =>
    cancel(booking, agreed).catch((error: unknown) => {
      if (Object.keys(agreed).length > 0) throw error;
      const message = error instanceof RequestError && error.status > 0 ? error.message : NO_ANSWER;
      return { isError: true, structuredContent: { error: { message, changed: 'no' } } };
    });

const isDate = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The first day of the week of a date. */
function mondayOf(date: string): string {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % WEEK_DAYS));
}
