import { useEffect, useState } from 'preact/hooks';
import type { Zones } from '../../lib/moments.ts';
import { oneLine } from '../../lib/short-text.ts';
import type { Actions } from '../actions.ts';
import { ChoiceButton } from '../choice-button.tsx';
import { Moment } from '../moment.tsx';
import { Said } from '../said.tsx';
import { type CallPromise, type PromiseState, withState } from './call.ts';
import { ageText, promiseState, promiseTitle } from './words.ts';

interface PromiseProps {
  promise: CallPromise;
  callId: string | undefined;
  /** When it was made. */
  madeAt: number | undefined;
  zones: Zones;
  now: number | undefined;
  /** Absent: calls cannot be opened here. */
  onOpenCall?: ((id: string) => Promise<string | undefined>) | undefined;
  onChooseBooking?: ((id: string) => Promise<string | undefined>) | undefined;
  /** Absent: promises cannot be marked here. */
  onMark?: Actions['markPromise'];
  linkTo: Actions['linkTo'] | undefined;
}

/** Whether a promise is kept, its words, until when it is due, and what kept it. */
export function PromiseLines(props: PromiseProps) {
  const { promise: listed, callId, madeAt, zones, now, onMark } = props;
  /** What it became here: it stays in its place of the list, so that it can be undone. */
  const [state, setState] = useState<PromiseState>();
  useEffect(() => setState(undefined), [listed]);
  const promise = state ? withState(listed, state, now) : listed;
  const { word, tone } = promiseState(promise);
  const age = ageText(promise, madeAt, now);
  const { due, isDueAssumed, sentence, keptBy, markedAt, status } = promise;
  return (
    <>
      <p class="promise-head">
        <span class={`badge ${tone}`}>{word}</span> <strong>{promiseTitle(promise)}</strong>
        {age && <span class="quiet"> {age}</span>}
      </p>
      {sentence ? (
        <Said as="block" text={oneLine(sentence, 400)} />
      ) : (
        <p class="quiet">Only the outcome of the call says so.</p>
      )}
      {due !== undefined && (
        <p class="quiet">
          Due <Moment at={due} zones={zones} now={now} />
          {isDueAssumed && '; no time was named'}
        </p>
      )}
      {keptBy && (
        <p class="kept-by">
          {status === 'done' ? 'Kept by' : 'Since then:'} <Linked kept={keptBy} {...props} />
        </p>
      )}
      {markedAt !== undefined && (
        <p class="quiet">
          Marked as {status === 'done' ? 'kept' : 'open'} on <Moment at={markedAt} zones={zones} now={now} />
        </p>
      )}
      {onMark && callId !== undefined && status !== undefined && (
        <MarkButton promise={promise} mark={(mark) => onMark(callId, promise, mark).then(setState)} />
      )}
    </>
  );
}

interface MarkButtonProps {
  promise: CallPromise;
  mark(status: 'open' | 'done' | undefined): Promise<void>;
}

/** Says of a promise what no record shows, or takes it back. */
function MarkButton({ promise: { status, markedAt }, mark }: MarkButtonProps) {
  const [label, next, outcome] =
    markedAt !== undefined
      ? (['Undo', undefined, 'The mark is removed.'] as const)
      : status === 'done'
        ? (['Mark as open', 'open', 'Marked as open.'] as const)
        : (['Mark as kept', 'done', 'Marked as kept.'] as const);
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<string>();
  const choose = async () => {
    setError(undefined);
    await mark(next).then(
      () => setDone(outcome),
      (cause: Error) => setError(cause.message),
    );
  };
  return (
    <p class="mark">
      <button type="button" onClick={choose}>
        {label}
      </button>{' '}
      {/* The badge shows it. */}
      <span role="status" class={error === undefined ? 'visually-hidden' : 'quiet'}>
        {error ?? done}
      </span>
    </p>
  );
}

interface LinkedProps extends Pick<PromiseProps, 'zones' | 'now' | 'onOpenCall' | 'onChooseBooking' | 'linkTo'> {
  kept: NonNullable<CallPromise['keptBy']>;
}

function Linked({ kept: { kind, id, at }, zones, now, onOpenCall, onChooseBooking, linkTo }: LinkedProps) {
  const choose = kind === 'call' ? onOpenCall : onChooseBooking;
  const words = (
    <>
      {kind === 'call' ? 'a call' : 'a booking'}
      {at !== undefined && (
        <>
          {kind === 'call' ? ' on ' : ' made on '}
          <Moment at={at} zones={zones} now={now} />
        </>
      )}
    </>
  );
  if (linkTo) return <a href={linkTo[kind](id)}>{words}</a>;
  if (!choose) return words;
  return (
    <ChoiceButton isLink onChoose={() => choose(id)}>
      {words}
    </ChoiceButton>
  );
}
