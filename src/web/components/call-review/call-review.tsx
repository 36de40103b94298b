import { useRef, useState } from 'preact/hooks';
import { zonesOf } from '../../lib/moments.ts';
import { type Actions, ask, quotedId, report } from '../actions.ts';
import { type CallPromise, mergeCalls, type PromiseState, type ReviewedCall, withState } from './call.ts';
import { CallList } from './call-list.tsx';
import { askText, chosenText } from './call-parts.tsx';
import { CallView } from './call-view.tsx';
import type { Review } from './model.ts';
import './call-review.css';

interface CallReviewProps {
  review: Review;
  /** The arguments of the call that gave the answer, for the rest of a list. */
  input: Record<string, unknown>;
  /** IANA zone of the user. */
  userZone: string | undefined;
  actions: Actions;
}

/** A call, or a list of calls of which one can be opened. Give it another `key` for another answer. */
export function CallReview({ review: first, input, userZone, actions }: CallReviewProps) {
  const [review, setReview] = useState(first);
  /** Calls that were opened one from the other. */
  const [opened, setOpened] = useState<readonly ReviewedCall[]>([]);
  const [status, setStatus] = useState('');
  /** What had the focus when each of them was opened. */
  const openers = useRef<HTMLElement[]>([]);
  const { now } = review;
  const zones = zonesOf(userZone, review.timeZone);
  const query = typeof input.query === 'string' ? input.query : undefined;

  const { callTool, choose, say } = actions;
  const open = async ({ id, ...known }: ReviewedCall): Promise<string | undefined> => {
    if (id === undefined) return undefined;
    if (!callTool) return say && ask(say, askText(id));
    openers.current.push(document.activeElement as HTMLElement);
    setOpened((calls) => [...calls, withPromises({ ...known, id }, review)]);
    setStatus('The call is open.');
    // The model is not needed to read a call.
    await choose?.(`In the call review the user opened call ${quotedId(id)}.`).catch(() => {});
    return undefined;
  };
  const back = () => {
    const opener = openers.current.pop();
    setOpened((calls) => calls.slice(0, -1));
    setStatus('The call is closed.');
    requestAnimationFrame(() => opener?.focus());
  };
  const { markPromise } = actions;
  /** In an opened call. In the list, a promise that is marked stays in its place. */
  const markInCall: Actions['markPromise'] =
    markPromise &&
    (async (callId, promise, asked) => {
      const state = await markPromise(callId, promise, asked);
      setReview((before) => withMark(before, callId, promise, state));
      return state;
    });
  const onOpen = callTool || say ? open : undefined;
  const onOpenCall = onOpen && ((id: string) => onOpen({ id }));
  const common = { zones, now, actions };
  return (
    <div class="call-review">
      <p role="status" class="visually-hidden">
        {status}
      </p>
      {opened.length > 0 && (
        <button type="button" class="back" onClick={back}>
          <span aria-hidden="true">← </span>Back to{' '}
          {opened.length > 1 || review.kind === 'call' ? 'the call before' : 'the list'}
        </button>
      )}
      {/* What is under an opened call stays as it was, for the way back. */}
      <div hidden={opened.length > 0}>
        {review.kind === 'call' ? (
          <CallView call={review.call} notes={review.notes} query={query} onOpenCall={onOpenCall} {...common} />
        ) : (
          <CallList
            review={review}
            input={input}
            query={query}
            onMore={setReview}
            onOpen={onOpen}
            onChooseBooking={choose && ((id, callId) => report(choose, chosenText(id, callId)))}
            onStatus={setStatus}
            {...common}
          />
        )}
      </div>
      {opened.map((call, index) => (
        <div key={index} hidden={index < opened.length - 1}>
          <CallView
            call={call}
            notes={[]}
            query={query}
            isOpened
            onOpenCall={onOpenCall}
            {...common}
            actions={{ ...actions, ...(markInCall && { markPromise: markInCall }) }}
          />
        </div>
      ))}
    </div>
  );
}

/** A list of promises after one of them was marked. */
function withMark(review: Review, callId: string, { kind, number }: CallPromise, state: PromiseState): Review {
  if (review.kind !== 'follow-ups') return review;
  return {
    ...review,
    items: review.items.map((item) =>
      item.call.id === callId && item.promise.kind === kind && item.promise.number === number
        ? { ...item, promise: withState(item.promise, state, review.now) }
        : item,
    ),
  };
}

/** Adds what the list knows to have been promised in a call. */
function withPromises(call: ReviewedCall, review: Review): ReviewedCall {
  if (review.kind !== 'follow-ups') return call;
  const ofCall = review.items.filter((item) => item.call.id === call.id);
  if (ofCall.length === 0) return call;
  return mergeCalls(mergeCalls(ofCall[0]?.call ?? {}, call), { promises: ofCall.map(({ promise }) => promise) });
}
