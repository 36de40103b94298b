import type { PromiseStatus } from '../../contract/index.ts';
import { type EventType, KEEPS } from '../../lib/promises/contact-events.ts';
import type { PromiseKind } from '../../lib/promises/languages/index.ts';

/** What may keep a promise: a call or a booking, with the time at which it was made. */
export interface Event {
  kind: 'call' | 'booking';
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A person as records name them. Telephone numbers are in international format (E.164), e-mail addresses lower case. */
export interface PersonKeys {
  contactId?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
}

export interface Resolution {
  status: PromiseStatus;
  by?: Event;
  /** When a user of the business set the status, in milliseconds since the epoch. */
  markedAt?: number;
}

/** A promise of a call; `number` counts those of its kind from 1. The second one is kept by the second event that keeps one. */
interface CountedPromise {
  kind: PromiseKind;
  number: number;
}

/** What happened after the first call of the window, by person. */
export interface EventIndex {
  add(person: PersonKeys, type: EventType, event: Event): void;
  /**
   * Returns what became of a promise to a person in a call. Only a promise to book is kept by a booking that was made
   * before the end of the call.
   * @param ownBooking the booking of the call, if it keeps a promise.
   */
  resolve(
    promise: CountedPromise,
    person: PersonKeys,
    call: { at: number; end: number },
    ownBooking?: Event,
  ): Resolution;
}

/**
 * Creates an index of events. Records with a contact id are of the same person as those with the same id, and as those
 * without id that have the person's telephone number or e-mail address, as in `search/people.ts`.
 */
export function createEventIndex(): EventIndex {
  const lists = new Map<string, Event[]>();
  let isSorted = true;
  const add = (key: string, type: EventType, event: Event) => {
    const list = lists.get(`${type} ${key}`);
    if (list) list.push(event);
    else lists.set(`${type} ${key}`, [event]);
  };
  const sort = () => {
    if (!isSorted) for (const list of lists.values()) list.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    isSorted = true;
  };
  /** Returns the first events of these types, at most `count`. */
  const eventsAfter = (keys: readonly string[], types: readonly EventType[], timeOf: TimeOf, count: number) =>
    types
      .flatMap((type) => keys.flatMap((key) => nextEvents(lists.get(`${type} ${key}`) ?? [], timeOf(type), count)))
      .sort(byTime)
      .slice(0, count);
  return {
    add(person, type, event) {
      for (const key of keysOfRecord(person)) add(key, type, event);
      isSorted = false;
    },
    resolve({ kind, number }, person, { at, end }, ownBooking) {
      sort();
      const madeAt = (type: EventType) => (type === 'booked' && kind !== 'booking' ? end : at);
      const keys = keysOfPerson(person);
      const later = eventsAfter(keys, KEEPS[kind].done, madeAt, number + 1);
      const keeping = ownBooking ? [ownBooking, ...later.filter(({ id }) => id !== ownBooking.id)] : later;
      const done = keeping[number - 1];
      if (done) return { status: 'done', by: done };
      // An event that keeps the promise before this one shows contact, too.
      const contact = [...keeping.slice(0, 1), ...eventsAfter(keys, KEEPS[kind].contacted, madeAt, 1)].sort(byTime)[0];
      return contact ? { status: 'contacted', by: contact } : { status: 'open' };
    },
  };
}

/** Returns the keys under which a record is found. */
function keysOfRecord({ contactId, phone, email }: PersonKeys): string[] {
  return [
    ...(contactId === undefined ? [] : [`contact ${contactId}`]),
    ...(phone === undefined ? [] : [`phone ${phone}`]),
    ...(phone === undefined || contactId !== undefined ? [] : [`phone without contact ${phone}`]),
    ...(email === undefined || contactId !== undefined ? [] : [`email ${email}`]),
  ];
}

/** Returns the keys of the records of a person. */
function keysOfPerson({ contactId, phone, email }: PersonKeys): string[] {
  if (contactId === undefined) return phone === undefined ? [] : [`phone ${phone}`];
  return [
    `contact ${contactId}`,
    ...(phone === undefined ? [] : [`phone without contact ${phone}`]),
    ...(email === undefined ? [] : [`email ${email}`]),
  ];
}

type TimeOf = (type: EventType) => number;
/** Equal times keep their order. */
const byTime = (a: Event, b: Event) => a.at - b.at;

/** Returns the first events after a time, at most `count`, by binary search. */
function nextEvents(events: readonly Event[], time: number, count: number): Event[] {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle] as Event).at > time) high = middle;
    else low = middle + 1;
  }
  return events.slice(low, low + count);
}
