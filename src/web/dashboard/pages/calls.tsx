import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { findMask } from '../../../lib/redaction/masks.ts';
import { formatCallOffset } from '../../../lib/time/call-offset.ts';
import type { Actions } from '../../components/actions.ts';
import { phoneUrl } from '../../components/agenda/panel/contact-links.tsx';
import { type CallPromise, mergeCalls, promisesOfCall, type ReviewedCall } from '../../components/call-review/call.ts';
import { CallReview } from '../../components/call-review/call-review.tsx';
import { appendReview, type Review, readReview } from '../../components/call-review/model.ts';
import { PhoneNumber } from '../../components/phone-number.tsx';
import { Said } from '../../components/said.tsx';
import { useEachMinute } from '../../lib/each-minute.ts';
import { countText, placeOf } from '../../lib/moments.ts';
import { computerZone, localTime } from '../../lib/time.ts';
import type { ToolResult } from '../../lib/tool-result.ts';
import { type Desk, useDesk } from '../parts/context.ts';
import { askAndEraseCall } from '../parts/erase-call.ts';
import { mayErase } from '../parts/erase-contact.tsx';
import { filled, valuesOf } from '../parts/form.tsx';
import { Shown, useLoaded } from '../parts/load.tsx';
import { Page } from '../parts/page.tsx';
import { Pager, pagesByCursor } from '../parts/pager.tsx';
import { type Columns, RecordTable } from '../parts/record-table.tsx';
import { answerOf, type CallItem, type ListAnswer, localMoment } from '../parts/records.ts';
import { href, navigate, type Route } from '../parts/route.ts';
import { useZone } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { markPromise } from '../requests/admin.ts';
import { RequestError } from '../requests/http.ts';
import { isManager } from '../requests/session.ts';
import { isUnknownRecord } from '../requests/tools.ts';
import { PromiseChoices, promiseArguments, promiseChoiceOf } from './promise-choices.tsx';

const PER_PAGE = 50;

/** Calls: the latest, those in which words were said, those with open promises, and one of them. */
export function CallsPage({ route }: { route: Route }) {
  const { id } = route;
  const isOpen = id !== undefined;
  /** How often an opened call was changed: the list is read again then. */
  const [changes, setChanges] = useState(0);
  const isListed = useRef(false);
  isListed.current ||= !isOpen;
  const opener = useRef<HTMLElement | undefined>(undefined);
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement as HTMLElement;
  }, [isOpen]);
  // After the title of the list took it.
  useEffect(() => {
    if (!isOpen) opener.current?.focus();
  }, [isOpen]);
  return (
    <>
      {isOpen && <OneCall key={id} id={id} onChange={() => setChanges((before) => before + 1)} />}
      {/* What is under an opened call stays as it was, for the way back. */}
      {isListed.current && (
        <div class="loaded" hidden={isOpen}>
          <CallsList key={changes} route={route} />
        </div>
      )}
    </>
  );
}

/** What the list shows from which a call is opened: its address has that for the way back. */
const listParams = () => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1]));

const callHref = (id: string) => href('calls', id, listParams());

function CallsList({ route }: { route: Route }) {
  const query = route.params.get('query') ?? '';
  const isFollowUps = route.params.get('show') === 'follow-ups';
  const promises = promiseChoiceOf(route.params);
  const zone = useZone();
  return (
    <Page title="Calls" isCovered={route.id !== undefined}>
      <div class="row toolbar">
        <a class="button" href={href('calls')} aria-current={!query && !isFollowUps ? 'true' : undefined}>
          Latest
        </a>
        <a
          class="button"
          href={href('calls', undefined, { show: 'follow-ups' })}
          aria-current={isFollowUps ? 'true' : undefined}
        >
          Promises
        </a>
        <search>
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault();
              navigate(href('calls', undefined, filled(valuesOf(event.currentTarget))));
            }}
          >
            <label>
              <span class="visually-hidden">Words that were said</span>
              <input key={query} type="search" name="query" defaultValue={query} placeholder="Words that were said" />
            </label>
            <button type="submit">Search</button>
          </form>
        </search>
        {isFollowUps && <PromiseChoices choice={promises} />}
      </div>
      {query || isFollowUps ? (
        <Reviewed
          key={isFollowUps ? JSON.stringify(promises) : query}
          tool={isFollowUps ? 'find_follow_ups' : 'search_calls'}
          input={isFollowUps ? promiseArguments(promises, zone) : { query }}
        />
      ) : (
        <Latest route={route} />
      )}
    </Page>
  );
}

/**
 * What can be done in a review: calls can be opened, and promises marked.
 * @param readAgain reads what is shown again, because a promise in it is not as the user sees it.
 * @param onMark called when a promise was marked.
 */
function useActions(readAgain: () => Promise<unknown>, onMark?: () => void): Actions {
  const { team, session, tryTool, announce } = useDesk();
  const zone = useZone();
  const linkTo: Actions['linkTo'] = {
    call: callHref,
    contact: (id) => href('contacts', id),
    newContact: (phone) =>
      session.read_only || !phoneUrl(phone) ? undefined : href('contacts', undefined, { new: phone }),
    phone: phoneUrl,
    booking: (id, start) =>
      href('agenda', start === undefined ? undefined : localTime(new Date(start), zone).date, { booking: id }),
  };
  const mark: Actions['markPromise'] = async (callId, promise, asked) => {
    const marked = await markPromise(team.id, callId, { ...shownAs(promise), status: asked ?? null }).catch(
      async (error: unknown) => {
        if (isPromiseChanged(error)) {
          announce(PROMISE_CHANGED, 'bad');
          await readAgain();
        }
        throw error;
      },
    );
    onMark?.();
    const { status, kept_by: by, marked_at: at } = marked;
    return {
      status,
      ...(by && { keptBy: { ...by, at: Date.parse(by.at) } }),
      ...(at !== null && { markedAt: Date.parse(at) }),
    };
  };
  // The service that has a recording does not learn the address of this page.
  const openLink = async (url: string) => {
    open(url, '_blank', 'noopener,noreferrer');
    return true;
  };
  return { callTool: tryTool, linkTo, openLink, ...(session.read_only ? {} : { markPromise: mark }) };
}

const PROMISE_CHANGED =
  'This promise is no longer there, or has other words now. Nothing was changed. The promises were read again.';

const isPromiseChanged = (error: unknown) =>
  error instanceof RequestError && (error.status === 412 || error.status === 404);

/** What a request calls a promise: by its sentence, since new rules can change its number. The server does not know masked words. */
function shownAs({ kind, number, sentence }: CallPromise) {
  const isMasked = sentence !== undefined && findMask(sentence) !== undefined;
  return { kind, number, ...(isMasked ? {} : { sentence: sentence ?? null }) };
}

interface ReviewedProps {
  tool: string;
  input: Record<string, unknown>;
}

/** The answer of a tool about calls. */
function Reviewed({ tool, input }: ReviewedProps) {
  const { team, readTool } = useDesk();
  const [answer, reload] = useLoaded(JSON.stringify([team.id, tool, input]), async () => {
    const first = readReview(await readTool(tool, input));
    return first?.kind === 'follow-ups'
      ? readAllPromises(first, (cursor) => readTool(tool, { ...input, cursor }))
      : first;
  });
  const actions = useActions(reload);
  return <Shown of={answer}>{(review) => <Drawn review={review} input={input} actions={actions} />}</Shown>;
}

/** Answers that are read at most for one list of promises. */
const MAX_ANSWERS = 20;

/** Reads what follows: the oldest promises, which are the first ones of the list, are in the last answer. */
async function readAllPromises(first: Review, readFrom: (cursor: string) => Promise<ToolResult>): Promise<Review> {
  let review = first;
  for (let answers = 1; answers < MAX_ANSWERS; answers++) {
    const cursor = review.kind === 'follow-ups' ? review.cursor : undefined;
    // Without an answer, the list says what is missing, and has the button that reads on.
    const next = cursor && (await readFrom(cursor).then(readReview, () => undefined));
    if (!next) return review;
    review = appendReview(review, next);
  }
  return review;
}

interface DrawnProps {
  review: Review | undefined;
  input: Record<string, unknown>;
  actions: Actions;
}

function Drawn({ review, input, actions }: DrawnProps) {
  if (!review) return <p class="notice">The answer cannot be shown here.</p>;
  // A review keeps what it has read: for another answer, another one is drawn.
  return <CallReview key={review} review={review} input={input} userZone={computerZone()} actions={actions} />;
}

const UNKNOWN = 'This business has no such call. Find the call in the list of all calls.';

interface OneCallProps {
  id: string;
  /** Called when what lists show of it was changed. */
  onChange(): void;
}

/** A call with what was said. */
function OneCall({ id, onChange }: OneCallProps) {
  const params = listParams();
  const desk = useDesk();
  const { team, readTool, tryTool } = desk;
  const [loaded, reload] = useLoaded(JSON.stringify([team.id, id]), async () => {
    const answers = await Promise.all([
      readTool('get_call', { call_id: id }),
      // A call without a transcript is still a call.
      tryTool('get_call_transcript', { call_id: id }),
    ]).catch((error: unknown) => {
      throw isUnknownRecord(error) ? new Error(UNKNOWN) : error;
    });
    const [review, transcript] = answers.map(readReview);
    if (review?.kind !== 'call') return review;
    const call = mergeCalls(review.call, await promisesIn(review.call, tryTool));
    if (transcript?.kind !== 'call') return { ...review, call };
    return { ...review, call: mergeCalls(call, transcript.call), notes: [...review.notes, ...transcript.notes] };
  });
  const readAgain = async () => {
    onChange();
    await reload();
  };
  const { isBusy, act } = useAction(readAgain);
  const actions = useActions(readAgain, onChange);
  return (
    <Page
      title="Call"
      actions={
        <>
          <a class="button" href={href('calls', undefined, params)}>
            {params.show ? 'Promises' : 'All calls'}
          </a>
          {loaded.value !== undefined && mayErase(desk) && (
            <button type="button" aria-disabled={isBusy} onClick={() => act(() => askAndEraseCall(id, desk))}>
              Erase…
            </button>
          )}
        </>
      }
    >
      <Shown of={loaded}>{(review) => <Drawn review={review} input={params} actions={actions} />}</Shown>
    </Page>
  );
}

/**
 * Returns the promises of a call with their status, as far as it can be read. They are also asked for if `get_call` has none: a busy
 * server leaves them out.
 */
async function promisesIn(
  { id, startedAt }: ReviewedCall,
  tryTool: Desk['tryTool'],
): Promise<Pick<ReviewedCall, 'promises'>> {
  if (startedAt === undefined) return {};
  const review = readReview(await tryTool('find_follow_ups', promisesOfCall(startedAt)));
  if (review?.kind !== 'follow-ups') return {};
  return { promises: review.items.map(({ promise }) => promise).filter(({ callId }) => callId === id) };
}

const COLUMNS: Columns<CallItem> = [
  {
    heading: 'When',
    cell: ({ id, started_local: startedLocal }) => <a href={callHref(id)}>{localMoment(startedLocal) || 'Unknown'}</a>,
  },
  { heading: 'Who', cell: (call) => <Caller call={call} /> },
  { heading: 'Outcome', cell: ({ outcome, status }) => (outcome ?? status ?? '').replaceAll('_', ' ') },
  {
    heading: 'Length',
    isNumber: true,
    cell: ({ duration_seconds: seconds }) => (seconds === undefined ? '–' : formatCallOffset(seconds)),
  },
  { heading: 'Summary', cell: ({ summary }) => summary && <Said text={summary} /> },
];

/** The latest calls, a page at a time: by when they were, since reports can be late, and calls of the past imported. */
function Latest({ route }: { route: Route }) {
  const { team, readTool } = useDesk();
  const pages = pagesByCursor(route);
  const [calls, reload] = useLoaded(JSON.stringify([team.id, pages.key]), () =>
    pages.read(async (more) =>
      answerOf<ListAnswer<CallItem>>(await readTool('list_calls', { order: 'desc', per_page: PER_PAGE, ...more })),
    ),
  );
  useEachMinute(() => void reload());
  return (
    <Shown of={calls}>
      {({ items, total, cursor, time_zone: zone }) =>
        items.length === 0 ? (
          <>
            <p>There is no call yet.</p>
            {isManager(team) && (
              <p class="quiet">
                Calls are here once a voice agent reports them: connect it on the page{' '}
                <a href={href('sources')}>Call sources</a>.
              </p>
            )}
          </>
        ) : (
          <>
            <RecordTable
              caption={countText(total ?? items.length, 'call') + (zone ? `, in the time of ${placeOf(zone)}` : '')}
              columns={COLUMNS}
              records={items}
              keyOf={({ id }) => id}
            />
            <Pager page={pages.page} {...pages.neighbours(cursor)} />
          </>
        )
      }
    </Shown>
  );
}

/** Who called, or was called: the name of the contact, otherwise the number. */
function Caller({ call: { contact_name: name, phone, direction } }: { call: CallItem }) {
  const party = name === undefined ? phone !== undefined && <PhoneNumber text={phone} /> : <Said text={name} />;
  return (
    <>
      {party || 'unknown'}
      {direction === 'outbound' && <span class="quiet"> (outgoing)</span>}
    </>
  );
}
