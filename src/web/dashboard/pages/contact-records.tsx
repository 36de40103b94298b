import type { ComponentChildren } from 'preact';
import { statusText } from '../../components/agenda/words.ts';
import { Said } from '../../components/said.tsx';
import { browserNow } from '../../lib/clock.ts';
import { useDesk } from '../parts/context.ts';
import { type Loaded, Shown, useLoaded } from '../parts/load.tsx';
import {
  answerOf,
  type BookingItem,
  type CallItem,
  type ContactItem,
  type ListAnswer,
  localMoment,
} from '../parts/records.ts';
import { href } from '../parts/route.ts';

/** Records of each list. What is left out is stated. */
const SHOWN = 20;

type Some<T> = Pick<ListAnswer<T>, 'items' | 'total' | 'has_more'>;

/** The appointments of a contact. */
export function VisitsOf({ contact: { id: contactId, name } }: { contact: ContactItem }) {
  const { readTool } = useDesk();
  const read = async (args: Record<string, unknown>) =>
    answerOf<ListAnswer<BookingItem>>(
      await readTool('list_bookings', { contact_id: contactId, per_page: SHOWN, ...args }),
    );
  const now = () => new Date(browserNow()).toISOString();
  // A new name is also that of appointments ahead, and an erasure changes the others too.
  const key = JSON.stringify([contactId, name]);
  const [next] = useLoaded(key, () => read({ from: now(), order: 'asc' }));
  const [last] = useLoaded(key, () => read({ to: now(), order: 'desc' }));
  return (
    <>
      <Records
        title="Next appointments"
        of={next}
        line={(booking) => <BookingLine booking={booking} contactName={name} />}
      />
      <Records
        title="Last appointments"
        of={last}
        line={(booking) => <BookingLine booking={booking} contactName={name} />}
      />
    </>
  );
}

/** The calls of a contact, also those that name only the telephone number. */
export function CallsOf({ contact: { id, phone } }: { contact: ContactItem }) {
  const { readTool } = useDesk();
  const [calls] = useLoaded(JSON.stringify([id, phone]), async (): Promise<Some<CallItem>> => {
    const answers = await Promise.all(
      [id, ...(phone ? [phone] : [])].map(async (query) =>
        answerOf<ListAnswer<CallItem>>(await readTool('list_calls', { query, order: 'desc', per_page: SHOWN })),
      ),
    );
    // The words of a query can also occur elsewhere in a call.
    const theirs = answers.flatMap(({ items }) =>
      items.filter((call) => call.contact_id === id || call.phone === phone),
    );
    const items = [...new Map(theirs.map((call) => [call.id, call])).values()].sort((a, b) => timeOf(b) - timeOf(a));
    const isCut = items.length > SHOWN || answers.some(({ has_more: hasMore }) => hasMore === true);
    return { items: items.slice(0, SHOWN), has_more: isCut };
  });
  return (
    <Records
      title={phone ? 'Last calls with this contact or number' : 'Last calls'}
      of={calls}
      line={({ id: callId, started_local: at, outcome, summary }) => (
        <>
          <a href={href('calls', callId)}>{localMoment(at)}</a>{' '}
          <span class="badge">{outcome?.replaceAll('_', ' ')}</span>
          {summary && <Said text={summary} as="block" />}
        </>
      )}
    />
  );
}

const timeOf = ({ started_local: at = '' }: CallItem) => Date.parse(at) || 0;

interface RecordsProps<T> {
  title: string;
  of: Loaded<Some<T>>;
  line(item: T): ComponentChildren;
}

function Records<T extends { id: string }>({ title, of, line }: RecordsProps<T>) {
  return (
    <section>
      <h2>{title}</h2>
      <Shown of={of}>
        {({ items, total, has_more: hasMore }) => (
          <>
            {items.length === 0 && <p class="quiet">None.</p>}
            <ul class="lines">
              {items.map((item) => (
                <li key={item.id}>{line(item)}</li>
              ))}
            </ul>
            {hasMore && (
              <p class="quiet">
                {total ? `${items.length} of ${total} are shown.` : `There are more than these ${items.length}.`}
              </p>
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

interface BookingLineProps {
  booking: BookingItem;
  /** The name of the contact: an appointment can be for another person, such as a child. */
  contactName: string | undefined;
}

function BookingLine({ booking, contactName }: BookingLineProps) {
  const { id, start_local: at, service_name: service, staff_name: staff, contact_name: person, status } = booking;
  return (
    <>
      <a href={href('agenda', at?.slice(0, 10), { booking: id })}>{localMoment(at)}</a>{' '}
      {status && status !== 'confirmed' && <span class="badge warn">{statusText(status)}</span>}{' '}
      {service && <Said text={service} />}
      {person && person !== contactName && (
        <>
          {' for '}
          <Said text={person} />
        </>
      )}
      {staff && (
        <>
          {' with '}
          <Said text={staff} />
        </>
      )}
    </>
  );
}
