import { dayOf, RULES, SERVICES } from './business.ts';
import type { Entry, History, LoggedEvent, Operation } from './history.ts';

type Answer = Extract<Entry, { answered: string }>;

interface Done {
  operation: Operation;
  answer: Answer | undefined;
  /** The number of its event; undefined if it has none. */
  sequence: number | undefined;
}

/** The confirmed bookings after some events. */
class State {
  readonly bookings = new Map<string, LoggedEvent>();
  readonly #byDay = new Map<number, Set<string>>();

  apply(event: LoggedEvent): void {
    const before = this.bookings.get(event.booking);
    if (before) this.#byDay.get(dayOf(before.start))?.delete(before.booking);
    this.bookings.delete(event.booking);
    if (event.type === 'booking.cancelled') return;
    this.bookings.set(event.booking, event);
    const day = this.#byDay.get(dayOf(event.start)) ?? new Set();
    this.#byDay.set(dayOf(event.start), day.add(event.booking));
  }

  on(day: number): LoggedEvent[] {
    return [...(this.#byDay.get(day) ?? [])].flatMap((id) => this.bookings.get(id) ?? []);
  }

  isBusy(person: string, start: number, end: number, except?: string): boolean {
    return this.on(dayOf(start)).some(
      (one) => one.person === person && one.booking !== except && one.start < end && start < one.end,
    );
  }
}

/**
 * Looks for the serial order that explains all answers: that of the events, with each refusal between two of them, no earlier
 * than what was answered before it was sent and no later than what was sent after it was answered.
 * @returns a sentence for each entry that it does not explain.
 */
export function checkHistory({ entries, events, hasKills }: History): string[] {
  const faults = [...gaps(events)];
  const done = match(entries, events, hasKills, faults);
  faults.push(
    ...outOfOrder(done),
    ...brokenRules(events),
    ...wrongClosures(done, events),
    ...unexplained(done, events),
  );
  return faults;
}

function* gaps(events: readonly LoggedEvent[]): Generator<string> {
  for (const [index, { sequence }] of events.entries()) {
    if (sequence !== index + 1) yield `event ${index + 1} has the number ${sequence}`;
  }
}

/** Finds the event of each operation: a change is named by its notes, and only one cancellation of a booking has an event. */
function match(entries: readonly Entry[], events: readonly LoggedEvent[], hasKills: boolean, faults: string[]): Done[] {
  const answers = new Map(entries.flatMap((entry) => ('answered' in entry ? [[entry.answered, entry] as const] : [])));
  const ofChange = new Map<string, LoggedEvent>();
  const cancelled = new Map<string, LoggedEvent>();
  for (const event of events) {
    const [map, name] = event.type === 'booking.cancelled' ? [cancelled, event.booking] : [ofChange, event.notes];
    if (map.has(name)) faults.push(`${name} has two events: ${map.get(name)?.sequence} and ${event.sequence}`);
    map.set(name, event);
  }
  const operations = entries.flatMap((entry) => ('sent' in entry ? [entry.sent] : []));
  const known = new Set(operations.map(({ id }) => id));
  for (const [name, { sequence }] of ofChange) if (!known.has(name)) faults.push(`event ${sequence} was not asked for`);
  return operations.map((operation) => {
    const { id, kind, booking = '' } = operation;
    const answer = answers.get(id);
    const event = kind === 'cancel' ? cancelled.get(booking) : ofChange.get(id);
    const isAccepted = answer?.status === 200 && kind !== 'close';
    if (!answer && !hasKills) faults.push(`${id} has no answer`);
    if (answer && ![200, 400].includes(answer.status)) faults.push(`${id} was answered with ${answer.status}`);
    if (isAccepted && !event) faults.push(`${id} was accepted and has no event`);
    if (answer?.status === 400 && kind !== 'cancel' && event) faults.push(`${id} was refused and has an event`);
    return { operation, answer, sequence: kind === 'cancel' && !isAccepted ? undefined : event?.sequence };
  });
}

/** An operation that was answered before another one was sent comes before it. */
function* outOfOrder(done: readonly Done[]): Generator<string> {
  const bySent = done.toSorted((a, b) => a.operation.sent - b.operation.sent);
  const byAnswer = answeredInOrder(done);
  let [index, highest] = [0, 0];
  for (const { operation, sequence } of bySent) {
    for (; (byAnswer[index]?.answer?.at ?? Number.POSITIVE_INFINITY) < operation.sent; index++) {
      const one = byAnswer[index];
      // The event of a cancellation may be that of an earlier request.
      if (one?.operation.kind !== 'cancel') highest = Math.max(highest, one?.sequence ?? 0);
    }
    if (operation.kind !== 'cancel' && sequence !== undefined && sequence < highest) {
      yield `${operation.id} has event ${sequence}, but ${highest} was answered before it was sent`;
    }
  }
}

const answeredInOrder = (done: readonly Done[]) =>
  done.filter(({ answer }) => answer).toSorted((a, b) => (a.answer?.at ?? 0) - (b.answer?.at ?? 0));

function* brokenRules(events: readonly LoggedEvent[]): Generator<string> {
  const state = new State();
  const contacts = new Map<string, string>();
  for (const event of events) {
    const { sequence, booking, person, start, end, email, contact } = event;
    const before = state.bookings.get(booking);
    if ((event.type === 'booking.created') === (before !== undefined)) yield `event ${sequence} comes out of turn`;
    if (event.type !== 'booking.cancelled') {
      const others = state.on(dayOf(start)).filter((one) => one.booking !== booking);
      if (state.isBusy(person, start, end, booking)) yield `event ${sequence} books ${person} twice`;
      if (others.length >= RULES.max_per_day) yield `event ${sequence} exceeds the limit of the day`;
      const own = others.filter((one) => one.contact === contact);
      if (own.length >= RULES.max_per_customer_and_day) yield `event ${sequence} exceeds the limit of ${email}`;
    }
    if ((contacts.get(email) ?? contact) !== contact) yield `event ${sequence} has a second contact for ${email}`;
    contacts.set(email, contact);
    state.apply(event);
  }
}

/** The bookings that the answer to a closure names are those of the day after the last one that was accepted for it. */
function* wrongClosures(done: readonly Done[], events: readonly LoggedEvent[]): Generator<string> {
  for (const { operation, answer } of done) {
    if (operation.kind !== 'close' || !answer) continue;
    const day = operation.day ?? 0;
    const last = events.findLastIndex(({ type, start }) => type !== 'booking.cancelled' && dayOf(start) === day);
    const named = JSON.stringify(answer.affected?.toSorted());
    const state = new State();
    const isExplained = events.some((event, index) => {
      const isPossible = index > last && JSON.stringify(idsOn(state, day)) === named;
      state.apply(event);
      return isPossible;
    });
    if (!isExplained && JSON.stringify(idsOn(state, day)) !== named) {
      yield `${operation.id} closed day ${day} and named ${named}, after which others were accepted`;
    }
  }
}

const idsOn = (state: State, day: number) =>
  state
    .on(day)
    .map(({ booking }) => booking)
    .sort();

/** Each refusal must be right at some point between the events that can precede and follow it. */
function* unexplained(done: readonly Done[], events: readonly LoggedEvent[]): Generator<string> {
  const refused = done.filter(({ answer, operation }) => answer?.status === 400 && operation.kind !== 'close');
  const closures = done.filter(({ operation }) => operation.kind === 'close');
  const windowOf = windows(done);
  const waiting = refused.map((one) => ({ ...one, ...windowOf(one) })).toSorted((a, b) => a.from - b.from);
  const state = new State();
  const cancelledIds = new Set<string>();
  let open: typeof waiting = [];
  let index = 0;
  for (let point = 0; point <= events.length; point++) {
    const event = events[point - 1];
    if (event) state.apply(event);
    if (event?.type === 'booking.cancelled') cancelledIds.add(event.booking);
    for (; (waiting[index]?.from ?? Number.POSITIVE_INFINITY) <= point; index++)
      open.push(waiting[index] as (typeof waiting)[0]);
    open = open.filter((one) => !isRight(one, state, cancelledIds, closures));
    for (const { operation, answer } of open.filter(({ to }) => to <= point)) {
      yield `${operation.id} was refused with ${answer?.error}, which is right nowhere in its time`;
    }
    open = open.filter(({ to }) => to > point);
  }
}

/** The first and last number of events after which an operation can have been decided. */
type WindowOf = (operation: Done) => { from: number; to: number };

function windows(done: readonly Done[]): WindowOf {
  const changes = done.filter(({ sequence, operation: { kind } }) => sequence !== undefined && kind !== 'cancel');
  let highest = 0;
  const before = answeredInOrder(changes).map(({ answer, sequence = 0 }) => {
    highest = Math.max(highest, sequence);
    return { time: answer?.at ?? 0, sequence: highest };
  });
  let lowest = Number.POSITIVE_INFINITY;
  const after = changes
    .toSorted((a, b) => b.operation.sent - a.operation.sent)
    .map(({ operation, sequence = 0 }) => {
      lowest = Math.min(lowest, sequence);
      return { time: -operation.sent, sequence: lowest };
    });
  return ({ operation, answer }) => ({
    from: lastBefore(before, operation.sent) ?? 0,
    to: (lastBefore(after, -(answer?.at ?? 0)) ?? Number.POSITIVE_INFINITY) - 1,
  });
}

/** The sequence of the last entry with an earlier time. */
function lastBefore(sorted: readonly { time: number; sequence: number }[], time: number): number | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.time ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1]?.sequence;
}

function isRight(
  { operation, answer }: Done,
  state: State,
  cancelled: ReadonlySet<string>,
  closures: readonly Done[],
): boolean {
  const { kind, booking = '', start = 0 } = operation;
  const before = state.bookings.get(booking);
  if (answer?.error === 'booking_cancelled') return cancelled.has(booking);
  if (kind === 'move' && !before) return false;
  if (answer?.error === 'closed') {
    return closures.some(({ operation: { day, sent } }) => day === dayOf(start) && sent < answer.at);
  }
  const others = state.on(dayOf(start)).filter((one) => one.booking !== booking);
  if (answer?.error === 'limit_reached') {
    const email = operation.customer ?? before?.email;
    const own = others.filter((one) => one.email === email);
    return others.length >= RULES.max_per_day || own.length >= RULES.max_per_customer_and_day;
  }
  if (answer?.error !== 'slot_unavailable') return false;
  // A moved booking keeps its service, which its length and person tell.
  const service = Object.values(SERVICES).find(
    ({ minutes }) => before && minutes * 60_000 === before.end - before.start,
  );
  const { minutes, people } = SERVICES[operation.service ?? ''] ?? service ?? { minutes: 0, people: [] };
  const asked = operation.person ? [operation.person] : people;
  return asked.every((person) => state.isBusy(person, start, start + minutes * 60_000, booking));
}
