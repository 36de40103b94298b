import { defined } from '../../../lib/defined.ts';
import { type Fields, fieldsOf, instantOf, listOf, numberOf, textOf, textsOf } from '../../lib/json-fields.ts';

/** A numbered turn of a conversation. */
export interface Turn {
  /** 1-indexed. */
  turn: number;
  speaker?: string;
  offsetSeconds?: number;
  text: string;
}

/** A booking that is linked with a call. */
export interface LinkedBooking {
  id: string;
  serviceName?: string;
  /** The customer. */
  name?: string;
  status?: string;
  /** Milliseconds since the epoch. */
  start?: number;
}

/** Something that was promised in a call. */
export interface CallPromise {
  callId?: string;
  /** `callback`, `booking`, `quote` or `refund`. */
  kind: string;
  /** Counts the promises of this kind in the call. */
  number: number;
  /** Absent: not known. */
  status?: 'open' | 'contacted' | 'done';
  /** Milliseconds since the epoch. */
  due?: number;
  /** True if no time was named in the call. */
  isDueAssumed: boolean;
  isOverdue: boolean;
  sentence?: string;
  /** The turn that has the sentence. */
  turn?: number;
  /** What kept it, or at least came after it. */
  keptBy?: { kind: 'call' | 'booking'; id: string; at?: number };
  /** When a user set the status, in milliseconds since the epoch. */
  markedAt?: number;
}

/** The status of a promise, and from what it follows. */
export type PromiseState = Pick<CallPromise, 'status' | 'keptBy' | 'markedAt'>;

/** What is known of one call. Everything may be missing; text is that of callers, speech recognition and summaries. */
export interface ReviewedCall {
  id?: string;
  name?: string;
  phone?: string;
  contactId?: string;
  /** Milliseconds since the epoch. */
  startedAt?: number;
  durationSeconds?: number;
  direction?: string;
  status?: string;
  outcome?: string;
  language?: string;
  summary?: string;
  facts?: { name: string; value: string }[];
  tools?: { name: string; result?: string }[];
  recordingUrl?: string;
  sourceName?: string;
  turnCount?: number;
  turns?: Turn[];
  /** The first turn that is not here. */
  nextTurn?: number;
  promises?: CallPromise[];
  bookings?: LinkedBooking[];
}

/** What a voice agent noted: a text, a number, a boolean or nothing. */
const factText = (value: unknown): string => (value === true ? 'yes' : value === false ? 'no' : String(value ?? ''));

/** Reads the fields of a call that answers have in common: of `get_call`, of hits and of promises. */
export function readCall(fields: Fields): ReviewedCall {
  const facts = Object.entries(fieldsOf(fields.fields)).map(([name, value]) => ({ name, value: factText(value) }));
  const tools = listOf(fields.tools).flatMap(({ name, result }) =>
    textOf(name) ? [{ name: String(name), ...defined({ result: textOf(result) }) }] : [],
  );
  const bookings = textsOf(fields.booking_ids ?? [fields.booking_id]).flatMap((id) => (textOf(id) ? { id } : []));
  return defined({
    id: textOf(fields.call_id) ?? textOf(fields.id),
    name: textOf(fields.contact_name),
    phone: textOf(fields.phone),
    contactId: textOf(fields.contact_id),
    startedAt: instantOf(fields.started_at) ?? instantOf(fields.started_local) ?? instantOf(fields.called_local),
    durationSeconds: numberOf(fields.duration_seconds),
    direction: textOf(fields.direction),
    status: textOf(fields.status),
    outcome: textOf(fields.outcome),
    language: textOf(fields.language),
    summary: textOf(fields.summary),
    facts: facts.length > 0 ? facts : undefined,
    tools: tools.length > 0 ? tools : undefined,
    recordingUrl: textOf(fields.recording_url),
    sourceName: textOf(fields.source_name),
    turnCount: numberOf(fields.turns),
    bookings: bookings.length > 0 ? bookings : undefined,
  });
}

export function readTurn(fields: Fields): Turn | undefined {
  const [turn, text] = [numberOf(fields.turn), textOf(fields.text)];
  if (turn === undefined || text === undefined) return undefined;
  return {
    turn,
    text,
    ...defined({ speaker: textOf(fields.speaker), offsetSeconds: numberOf(fields.offset_seconds) }),
  };
}

export const readTurns = (value: unknown): Turn[] => listOf(value).flatMap((fields) => readTurn(fields) ?? []);

const STATUSES = ['open', 'contacted', 'done'] as const;

/** Reads a promise of `find_follow_ups`, or of the view data of a call. */
export function readPromise(fields: Fields): CallPromise {
  return {
    kind: textOf(fields.kind) ?? 'other',
    number: numberOf(fields.number) ?? 1,
    isDueAssumed: fields.due_assumed === true,
    isOverdue: fields.overdue === true,
    ...defined({
      callId: textOf(fields.call_id),
      status: STATUSES.find((status) => status === fields.status),
      due: instantOf(fields.due_local),
      sentence: textOf(fields.sentence),
      turn: numberOf(fields.turn),
      keptBy: readKeptBy(fieldsOf(fields.done_by ?? fields.contacted_by)),
      markedAt: instantOf(fields.marked_local),
    }),
  };
}

function readKeptBy({ kind, id, local }: Fields): CallPromise['keptBy'] {
  const byId = textOf(id);
  if (byId === undefined) return undefined;
  return { kind: kind === 'booking' ? 'booking' : 'call', id: byId, ...defined({ at: instantOf(local) }) };
}

export function readBooking(fields: Fields): LinkedBooking | undefined {
  const id = textOf(fields.id);
  if (id === undefined) return undefined;
  return {
    id,
    ...defined({
      serviceName: textOf(fields.service_name),
      name: textOf(fields.contact_name),
      status: textOf(fields.status),
      start: instantOf(fields.start_time) ?? instantOf(fields.start_local),
    }),
  };
}

/** Adds what is known of the same call from another answer, which counts where both have a field. */
export function mergeCalls(known: ReviewedCall, other: ReviewedCall): ReviewedCall {
  const turns = mergeTurns(known.turns, other.turns);
  return {
    ...known,
    ...defined({
      ...other,
      turns,
      turnCount: other.turnCount ?? known.turnCount,
      promises: mergePromises(known.promises, other.promises),
      // Of two links with one booking, the one that says more counts.
      bookings: mergeBookings(known.bookings, other.bookings),
    }),
    ...(other.turns ? { nextTurn: other.nextTurn } : {}),
  } as ReviewedCall;
}

function mergeTurns(known: Turn[] | undefined, others: Turn[] | undefined): Turn[] | undefined {
  if (!known || !others) return others ?? known;
  const byNumber = new Map([...known, ...others].map((turn) => [turn.turn, turn]));
  return [...byNumber.values()].sort((a, b) => a.turn - b.turn);
}

function mergePromises(known: CallPromise[] | undefined, others: CallPromise[] | undefined): CallPromise[] | undefined {
  if (!known || !others) return others ?? known;
  const key = ({ kind, sentence = '' }: CallPromise) => `${kind} ${sentence}`;
  const merged = new Map(known.map((promise) => [key(promise), promise]));
  for (const promise of others) {
    const before = merged.get(key(promise));
    // Only an answer that says whether it is kept says whether it is overdue.
    const isOverdue = promise.status ? promise.isOverdue : (before?.isOverdue ?? false);
    merged.set(key(promise), { ...before, ...promise, isOverdue });
  }
  return [...merged.values()];
}

function mergeBookings(known: LinkedBooking[] = [], others: LinkedBooking[] = []): LinkedBooking[] | undefined {
  const merged = new Map<string, LinkedBooking>();
  for (const booking of [...known, ...others]) merged.set(booking.id, { ...merged.get(booking.id), ...booking });
  return merged.size > 0 ? [...merged.values()] : undefined;
}

/** The arguments of `find_follow_ups` for the promises of one call, whatever became of them. */
export const promisesOfCall = (startedAt: number) => ({
  from: new Date(startedAt).toISOString(),
  to: new Date(startedAt + 1_000).toISOString(),
  status: 'all',
});

/** A promise whose state has changed. */
export function withState(
  { keptBy: _, markedAt: __, ...promise }: CallPromise,
  state: PromiseState,
  now = Date.now(),
): CallPromise {
  const isOverdue = state.status === 'open' && promise.due !== undefined && promise.due < now;
  return { ...promise, ...state, isOverdue };
}
