import { findMask } from '../../../lib/redaction/masks.ts';
import { type Fields, fieldsOf, instantOf, listOf, numberOf, textOf, textsOf } from '../../lib/json-fields.ts';
import { type ToolResult, VIEW_DATA } from '../../lib/tool-result.ts';
import {
  type CallPromise,
  mergeCalls,
  type ReviewedCall,
  readBooking,
  readCall,
  readPromise,
  readTurn,
  readTurns,
  type Turn,
} from './call.ts';

/** A turn with words of a search, and what the other speaker said next. */
export type Quote = Turn & { answer?: Turn };

/** A call in which a search found its words. */
export interface FoundCall {
  call: ReviewedCall;
  quotes: Quote[];
}

/** A promise with the call in which it was made. */
export interface FollowUp {
  call: ReviewedCall;
  promise: CallPromise;
}

interface Common {
  /** IANA zone of the business; absent if the answer does not state it. */
  timeZone?: string;
  /** The time of the answer, in milliseconds since the epoch. */
  now?: number;
  /** What is missing, masked or withheld, in sentences. */
  notes: string[];
}

/** What continues a list, and how much of it is here. */
interface Listing extends Common {
  cursor?: string;
  isComplete: boolean;
  /** Calls that were read for this answer, and those of its window. */
  read: number;
  inWindow: number;
}

export type Review =
  | ({ kind: 'call'; call: ReviewedCall } & Common)
  | ({ kind: 'search'; found: FoundCall[] } & Listing)
  | ({ kind: 'follow-ups'; items: FollowUp[] } & Listing);

/**
 * Reads the answer of `get_call`, `get_call_transcript`, `search_calls` or `find_follow_ups`, by its shape. Returns
 * undefined for any other answer.
 */
export function readReview({ structuredContent, _meta }: ToolResult): Review | undefined {
  if (!structuredContent) return undefined;
  const answer = structuredContent as Fields;
  const view = fieldsOf(_meta?.[VIEW_DATA]);
  const common = commonOf(answer, view);
  const call = callOf(answer, view);
  if (call) return { kind: 'call', call, ...common };
  if (!Array.isArray(answer.items)) return undefined;
  const cursor = textOf(answer.cursor);
  const listing: Listing = {
    ...common,
    ...(cursor ? { cursor } : {}),
    isComplete: answer.complete !== false,
    read: numberOf(answer.searched) ?? numberOf(answer.read) ?? 0,
    inWindow: numberOf(answer.calls_in_window) ?? 0,
  };
  if (answer.searched !== undefined) return { kind: 'search', found: listOf(answer.items).map(foundCall), ...listing };
  if (answer.read !== undefined) return { kind: 'follow-ups', items: oldestFirst(answer.items), ...listing };
  return undefined;
}

/** Adds the next part of a list to it. */
export function appendReview<R extends Review>(known: R, next: Review): R {
  const notes = [...new Set([...known.notes, ...next.notes])];
  if (known.kind === 'search' && next.kind === 'search')
    return { ...next, found: [...known.found, ...next.found], read: known.read + next.read, notes } as unknown as R;
  if (known.kind === 'follow-ups' && next.kind === 'follow-ups') {
    const items = sortByAge([...known.items, ...next.items]);
    return { ...next, items, read: known.read + next.read, notes } as unknown as R;
  }
  return known;
}

function callOf(answer: Fields, view: Fields): ReviewedCall | undefined {
  const data = fieldsOf(view.call);
  const bookings = listOf(data.bookings).flatMap((booking) => readBooking(fieldsOf(booking)) ?? []);
  const fromView: ReviewedCall = {
    ...(Array.isArray(data.follow_ups) ? { promises: listOf(data.follow_ups).map(readPromise) } : {}),
    ...(bookings.length > 0 ? { bookings } : {}),
  };
  if (typeof answer.call === 'object' && answer.call !== null)
    return mergeCalls({ turnCount: 0, ...readCall(fieldsOf(answer.call)) }, fromView);
  if (!Array.isArray(answer.turns) || answer.total_turns === undefined) return undefined;
  const [id, turnCount, nextTurn] = [textOf(answer.call_id), numberOf(answer.total_turns), numberOf(answer.next_turn)];
  const transcript: ReviewedCall = {
    turns: readTurns(answer.turns),
    ...(id ? { id } : {}),
    ...(turnCount === undefined ? {} : { turnCount }),
    ...(nextTurn === undefined ? {} : { nextTurn }),
  };
  return mergeCalls(transcript, fromView);
}

function foundCall(item: Fields): FoundCall {
  const quotes = listOf(item.turns).flatMap((fields): Quote[] => {
    const turn = readTurn(fields);
    const answer = readTurn(fieldsOf(fields.answer));
    return turn ? [{ ...turn, ...(answer ? { answer } : {}) }] : [];
  });
  return { call: readCall({ ...item, turns: undefined }), quotes };
}

function oldestFirst(items: unknown): FollowUp[] {
  const read = listOf(items).map((item): FollowUp => {
    // Its status is that of the promise.
    const call = readCall({ ...item, status: undefined });
    return { call, promise: readPromise(item) };
  });
  return sortByAge(read);
}

const sortByAge = (items: FollowUp[]) => [...items].sort((a, b) => (a.call.startedAt ?? 0) - (b.call.startedAt ?? 0));

function commonOf(answer: Fields, view: Fields): Common {
  const now = instantOf(view.now) ?? instantOf(/\S+$/.exec(textOf(answer.now_local) ?? '')?.[0]);
  const timeZone = textOf(answer.time_zone) ?? textOf(view.time_zone);
  return { notes: notesOf(answer), ...(timeZone ? { timeZone } : {}), ...(now === undefined ? {} : { now }) };
}

function notesOf(answer: Fields): string[] {
  const missing = textsOf(answer.missing_fields);
  const withheld = textsOf(answer.withheld_fields);
  const omitted = textOf(answer.omitted);
  return [
    ...(omitted ? [`Left out: ${omitted}`] : []),
    ...textsOf(answer.unread).map((what) => `Not read: ${what}`),
    ...(missing.length > 0 ? [`The platform did not send: ${missing.join(', ')}.`] : []),
    ...(withheld.length > 0 ? [`Withheld by this server: ${withheld.join(', ')}.`] : []),
    ...(findMask(JSON.stringify(answer)) !== undefined ? ['Numbers and addresses are masked by this server.'] : []),
  ];
}
