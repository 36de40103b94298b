import { type FollowUps, followUpQuerySchema, type PromisingCallRecord, type Scope } from '../../contract/index.ts';
import type { PromiseSentence } from '../../lib/promises/promises.ts';
import { excerptAround } from '../../lib/turn-context.ts';
import type { Turn } from '../../lib/turns.ts';
import { type CallWithPromises, findPromises } from '../follow-ups/find-promises.ts';
import { promiseState, unmarked } from '../follow-ups/promise-state.ts';
import { type FollowUpQuestion, positionText, readWindow } from '../follow-ups/window.ts';
import { readPageQuery } from '../http/paging.ts';
import { readQuery } from '../http/query.ts';
import type { Handlers } from '../http/router.ts';
import { callBefore, countCalls, countLongTranscripts, hasCallWithContact } from '../store/calls/calls-of-window.ts';
import { type KeepingEvent, keepingEvents } from '../store/promises/kept-promises.ts';
import type { Db } from '../store/schema/schema.ts';
import { toIso } from '../store/time.ts';
import type { RouteContext } from './context.ts';

export function followUpRoutes({ store }: RouteContext): Pick<Handlers, 'listFollowUps'> {
  return {
    async listFollowUps({ caller, searchParams }): Promise<FollowUps> {
      const { perPage } = readPageQuery(searchParams);
      const others = [...searchParams].filter(([name]) => name !== 'per_page');
      const query = readQuery(new URLSearchParams(others), followUpQuerySchema());
      const may = (scope: Scope) => caller.scopes.includes(scope);
      const question: FollowUpQuestion = {
        teamId: caller.teamId,
        ...readWindow(query),
        kind: query.kind,
        status: query.status,
        ownBookings: !query.without_bookings,
        bookings: may('read:bookings') && !query.without_bookings,
        contacts: may('read:contacts') && !query.without_contacts,
      };
      const found = await findPromises(store, question, perPage + 1);
      const page = found.slice(0, perPage);
      const promises = page.flatMap((one) => unmarked(one.promises));
      const unread = {
        bookings: !may('read:bookings') && !query.without_bookings,
        contacts: !may('read:contacts') && !query.without_contacts,
      };
      return store.read(async (db) => {
        const events = await keepingEvents(db, promises, question);
        return {
          calls: page.map((call) => callRecord(call, events, question.contacts)),
          ...(await coverage(db, question, { last: page.at(-1), rest: found[perPage] }, unread)),
        };
      });
    },
  };
}

/** What a response covers: up to the call before the first one that is left to the next response. */
async function coverage(
  db: Db,
  question: FollowUpQuestion,
  { last, rest }: { last: CallWithPromises | undefined; rest: CallWithPromises | undefined },
  unread: { bookings: boolean; contacts: boolean },
): Promise<Omit<FollowUps, 'calls'>> {
  const { teamId, from, to, after } = question;
  const before = rest && { at: rest.call.started_at, id: rest.call.id };
  const calls_in_window = await countCalls(db, { teamId, from, to });
  const isWhole = after === undefined && before === undefined;
  const end =
    before && ((await callBefore(db, question, before)) ?? (last && { at: last.call.started_at, id: last.call.id }));
  return {
    calls_in_window,
    calls_read: isWhole ? calls_in_window : await countCalls(db, { teamId, from, to, after, before }),
    cut_transcripts: await countLongTranscripts(db, { teamId, from, to, after, before }),
    unread: [
      ...(unread.bookings && calls_in_window > 0 ? ['bookings'] : []),
      ...(unread.contacts && (await hasCallWithContact(db, question)) ? ['contacts'] : []),
    ],
    next: end ? positionText(end) : null,
  };
}

function callRecord(
  { call, turns, promises }: CallWithPromises,
  events: ReadonlyMap<string, KeepingEvent>,
  withName: boolean,
): PromisingCallRecord {
  const isReported = promises.some(({ spoken }) => spoken.readings.some(({ source }) => source === 'summary'));
  return {
    id: call.id,
    started_at: toIso(call.started_at),
    phone: call.phone,
    contact_id: call.contact_id,
    contact_name: withName ? call.contact_name : null,
    summary: isReported ? call.summary : null,
    promises: promises.map((promise) => ({
      ...promiseState(promise, events),
      readings: promise.spoken.readings.map((reading) => promiseSentenceRecord(reading, turns)),
    })),
  };
}

/** A sentence with the turns that decide what is masked in it. */
function promiseSentenceRecord({ sentence, language, source }: PromiseSentence, turns: readonly Turn[]) {
  if (source === 'summary') return { sentence, language, turns: [], turn: null };
  const { first, last } = excerptAround(turns, source.turn);
  return {
    sentence,
    language,
    turns: turns.slice(first, last).map(({ speaker, text }) => ({ speaker: speaker ?? null, text })),
    turn: source.turn - first,
  };
}
