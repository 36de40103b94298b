import { useEffect, useRef } from 'preact/hooks';
import { countText } from '../../../lib/moments.ts';
import { useDesk } from '../../parts/context.ts';
import { Field, Form } from '../../parts/form.tsx';
import { inQuotes } from '../../parts/in-quotes.ts';
import { useLoaded } from '../../parts/load.tsx';
import { isPlaceKept } from '../../parts/route.ts';
import { Moment } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { listCalendars, type PrivateCalendar, readCalendar, setCalendar } from '../../requests/calendars.ts';
import { ChangeButton, type ChangeFormState } from './change-form.tsx';
import type { StaffMembers } from './records.ts';

type Person = StaffMembers[number];

/** The private calendars of the people of the team. */
export interface Calendars {
  /** Why they are not known. */
  problem: string | undefined;
  of(person: Person): PrivateCalendar | undefined;
  /** @param address null: it is removed. */
  set(person: Person, address: string | null): Promise<void>;
  readNow(person: Person): Promise<void>;
  reload(): Promise<boolean>;
}

/** A calendar that is being read is asked for after this time, and each time this much later, to at most 30 times as late. */
const PAUSE_MS = 1_000;
const MAX_PAUSES = 30;

/** Loads the calendars, again as long as one is being read, and announces the outcome of a reading that the user asked for. */
export function useCalendars(): Calendars {
  const { team, announce } = useDesk();
  const [loaded, reload] = useLoaded(team.id, () => listCalendars(team.id));
  const { state, value } = loaded;
  const awaited = useRef<Person | undefined>(undefined);
  const pauses = useRef(0);
  const of = ({ id }: Person) => value?.calendars.find(({ staff_id: staffId }) => staffId === id);
  useEffect(() => {
    if (state !== 'ready') return undefined;
    const person = awaited.current;
    const calendar = person && of(person);
    if (person && calendar && !calendar.is_reading) {
      awaited.current = undefined;
      announce(outcomeText(person, calendar), calendar.error ? 'bad' : 'good');
    }
    if (!value?.calendars.some(({ is_reading: isReading }) => isReading)) {
      pauses.current = 0;
      return undefined;
    }
    pauses.current = Math.min(pauses.current + 1, MAX_PAUSES);
    const timer = setTimeout(() => void reload(), pauses.current * PAUSE_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  /** Makes a change. @param read whose calendar is read then */
  const change = async (request: Promise<unknown>, read?: Person) => {
    try {
      await request;
      awaited.current = read;
      pauses.current = 0;
    } finally {
      await reload();
    }
  };
  return {
    problem: state === 'failed' ? loaded.message : undefined,
    of,
    set: (person, address) =>
      change(
        setCalendar(team.id, person.id, { address, revision: value?.revision ?? 0 }),
        address === null ? undefined : person,
      ),
    readNow: (person) => change(readCalendar(team.id, person.id), person),
    reload,
  };
}

const nameOf = ({ id, name = id }: Person) => inQuotes(name);

function outcomeText(person: Person, { error, busy_times: busy }: PrivateCalendar): string {
  return error
    ? `The calendar of ${nameOf(person)} cannot be read: ${error.message}. ${error.advice}`
    : `The calendar of ${nameOf(person)} was read: ${busyText(busy ?? 0)}.`;
}

const busyText = (busy: number) => `${countText(busy, 'busy time')} in the next 7 days`;

interface PersonsCalendarProps {
  person: Person;
  calendars: Calendars;
  form: ChangeFormState;
}

export const calendarForm = ({ id }: Person) => `calendar ${id}` as const;

/** Whether the private calendar of a person is read, with what changes it, and the form for its address. */
export function PersonsCalendar({ person, calendars, form }: PersonsCalendarProps) {
  const calendar = calendars.of(person);
  const change = calendarForm(person);
  return (
    <>
      {calendar && <CalendarState of={calendar} />}
      {calendar && form.canChange && (
        <div class="row">
          <ChangeButton form={form} change={change} text="Replace" of={calendarOf(person)} />
          <CalendarButtons person={person} calendars={calendars} isReading={calendar.is_reading} />
        </div>
      )}
      {form.shown === change && (
        <Form
          submit="Save and read it"
          onCancel={() => form.show(undefined)}
          onSubmit={async ({ address = '' }) => {
            await calendars.set(person, address);
            form.show(undefined);
          }}
        >
          <Field
            label="Secret iCal address"
            name="address"
            hint="Google: in the settings of the calendar, “Secret address in iCal format”. Outlook: “Publish a calendar”, the ICS link. iCloud: “Public Calendar”. Everyone who has it can read the calendar, so it is stored and not shown again. Of the calendar, only busy times are kept."
            isRequired
          />
        </Form>
      )}
    </>
  );
}

const calendarOf = ({ id, name = id }: Person) => `calendar of ${name}`;

interface CalendarButtonsProps extends Pick<PersonsCalendarProps, 'person' | 'calendars'> {
  isReading: boolean;
}

function CalendarButtons({ person, calendars, isReading }: CalendarButtonsProps) {
  const { ask } = useDesk();
  const { isBusy, act } = useAction();
  const readNow = () =>
    // What became of it is announced when it has been read.
    act(() => calendars.readNow(person).then(() => undefined));
  const remove = () =>
    act(async () => {
      const question = `Remove the private calendar of ${nameOf(person)}? Appointments are offered in its busy times from now on.`;
      if (!(await ask(question, 'Yes, remove it'))) return undefined;
      await calendars.set(person, null);
      return `The calendar of ${nameOf(person)} was removed.`;
    });
  return (
    <>
      <button
        type="button"
        aria-label={`Read again ${inQuotes(calendarOf(person))}`}
        aria-disabled={isBusy || isReading}
        onClick={() => {
          if (!isReading) void readNow();
        }}
      >
        Read again
      </button>
      <button
        type="button"
        class="danger"
        aria-label={`Remove ${inQuotes(calendarOf(person))}`}
        aria-disabled={isBusy}
        onClick={() => {
          // The form that is open would be closed by the change: it says then that it has something typed.
          if (!isPlaceKept()) void remove();
        }}
      >
        Remove
      </button>
    </>
  );
}

const STATES = {
  fresh: { grade: 'good', text: 'up to date', effect: '' },
  stale: { grade: 'warn', text: 'not up to date', effect: 'The last copy counts for a day.' },
  unknown: { grade: 'bad', text: 'not known', effect: 'Free times are offered with the note that they may be taken.' },
} as const;

function CalendarState({ of: calendar }: { of: PrivateCalendar }) {
  const { state, is_reading: isReading, read_at: at, attempted_at: attemptedAt, error, busy_times: busy } = calendar;
  const { grade, text, effect } = STATES[state];
  return (
    <>
      <p>
        Private calendar: <span class={`badge ${isReading ? '' : grade}`}>{isReading ? 'being read…' : text}</span>{' '}
        {at && (
          <span class="quiet">
            read <Moment at={at} />
            {busy !== null && `, ${busyText(busy)}`}
          </span>
        )}
      </p>
      {error && !isReading && (
        <p class="notice warn">
          {/* Of a copy that was made all the same, a part is missing. */}
          {at === attemptedAt ? 'It cannot be read in full' : 'It cannot be read'} (<Moment at={attemptedAt} />
          {`): ${error.message}. ${error.advice} ${effect}`}
        </p>
      )}
    </>
  );
}
