import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Zones } from '../../lib/moments.ts';
import type { ToolResult } from '../../lib/tool-result.ts';
import { type Actions, ask, report } from '../actions.ts';
import { Notes } from '../notes.tsx';
import { useTool } from '../use-tool.ts';
import { type CallPromise, mergeCalls, promisesOfCall, type ReviewedCall, withState } from './call.ts';
import { CallHead } from './call-head.tsx';
import { AgentRecords, askText, Bookings, chosenText, Summary } from './call-parts.tsx';
import { Conversation } from './conversation.tsx';
import { readReview } from './model.ts';
import { PromiseLines } from './promises.tsx';

interface CallViewProps {
  /** What is known of the call. */
  call: ReviewedCall;
  notes: readonly string[];
  zones: Zones;
  now: number | undefined;
  actions: Actions;
  /** Words that were searched for. */
  query?: string | undefined;
  /** True for a call that was opened from another part of the page: it gets the focus, and what is missing is read. */
  isOpened?: boolean;
  /** Absent: other calls cannot be opened here. */
  onOpenCall?: ((id: string) => Promise<string | undefined>) | undefined;
}

const NOT_FOUND = 'Whether the promise was kept could not be checked.';

/** One call. Give it the id of the call as `key`. */
export function CallView({
  call: known,
  notes: ofAnswer,
  zones,
  now,
  actions,
  query,
  isOpened,
  onOpenCall,
}: CallViewProps) {
  const [call, setCall] = useState(known);
  const [notes, setNotes] = useState(ofAnswer);
  const heading = useRef<HTMLHeadingElement>(null);
  const promised = useRef<HTMLHeadingElement>(null);
  const details = useTool(actions);
  const conversation = useTool(actions);
  const { id } = call;
  const { choose, say, markPromise, isOffered = () => true } = actions;
  const canRead = (tool: string) => actions.callTool !== undefined && id !== undefined && isOffered(tool);

  const add = (result: ToolResult) => {
    const review = readReview(result);
    if (review?.kind === 'call') setCall((before) => mergeCalls(before, review.call));
    if (review?.kind === 'follow-ups') {
      const promises = review.items.map(({ promise }) => promise).filter(({ callId }) => callId === id);
      setCall((before) => mergeCalls(before, { promises }));
      if (promises.length === 0) setNotes((before) => [...before, NOT_FOUND]);
    }
    if (review) setNotes((before) => [...new Set([...before, ...review.notes])]);
  };
  // A button that has done its work is gone, so the focus goes to what it brought.
  const readDetails = (target?: RefObject<HTMLElement | null>) =>
    details.run('details', 'get_call', { call_id: id }, (result) => {
      add(result);
      target?.current?.focus();
    });
  const readTurns = (from: number) =>
    conversation.run('turns', 'get_call_transcript', { call_id: id, ...(from > 1 ? { from_turn: from } : {}) }, add);
  const checkPromises = (startedAt: number) =>
    details.run('promises', 'find_follow_ups', promisesOfCall(startedAt), (result) => {
      add(result);
      promised.current?.focus();
    });
  const mark: Actions['markPromise'] =
    markPromise &&
    (async (callId, promise, status) => {
      const state = await markPromise(callId, promise, status);
      const isIt = (one: CallPromise) => one.kind === promise.kind && one.number === promise.number;
      setCall((before) => ({
        ...before,
        promises: before.promises?.map((one) => (isIt(one) ? withState(one, state, now) : one)) ?? [],
      }));
      return state;
    });
  useEffect(() => {
    if (!isOpened) return;
    heading.current?.focus();
    readDetails();
    if (canRead('get_call_transcript')) readTurns(1);
  }, []);

  const { promises = [], startedAt } = call;
  const isUnchecked = promises.some(({ status }) => status === undefined);
  const hasDetails = call.summary !== undefined || startedAt !== undefined;
  return (
    <article class="call">
      <CallHead call={call} zones={zones} now={now} heading={heading} linkTo={actions.linkTo} />
      {!hasDetails && canRead('get_call') && (
        <button type="button" aria-disabled={details.busy !== undefined} onClick={() => readDetails(heading)}>
          {details.busy ? 'Reading…' : 'Show who called, when, and the summary'}
        </button>
      )}
      {details.error && (
        <p class="notice bad" role="alert">
          {details.error}
        </p>
      )}
      {details.error && isOpened && canRead('get_call') && (
        <button type="button" onClick={() => readDetails(heading)}>
          Read the call again
        </button>
      )}
      <Summary text={call.summary} />
      {promises.length > 0 && (
        <section>
          <h3 ref={promised} tabIndex={-1}>
            Promised in this call
          </h3>
          <ul class="promises">
            {promises.map((promise) => (
              <li key={`${promise.kind} ${promise.sentence}`}>
                <PromiseLines
                  promise={promise}
                  callId={id}
                  madeAt={startedAt}
                  zones={zones}
                  now={now}
                  onOpenCall={onOpenCall}
                  onChooseBooking={choose && ((booking) => report(choose, chosenText(booking, id)))}
                  onMark={mark}
                  linkTo={actions.linkTo}
                />
              </li>
            ))}
          </ul>
          {isUnchecked && canRead('find_follow_ups') && startedAt !== undefined && (
            <button type="button" aria-disabled={details.busy !== undefined} onClick={() => checkPromises(startedAt)}>
              {details.busy === 'promises' ? 'Checking…' : 'Check whether it was kept'}
            </button>
          )}
        </section>
      )}
      <Bookings bookings={call.bookings} callId={id} zones={zones} now={now} actions={actions} />
      <AgentRecords call={call} actions={actions} />
      <Conversation
        call={call}
        query={query}
        tool={conversation}
        onRead={canRead('get_call_transcript') ? readTurns : undefined}
        onAsk={say && id && isOffered('get_call_transcript') ? () => ask(say, askText(id)) : undefined}
      />
      <Notes notes={notes} />
    </article>
  );
}
