import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { formatCallOffset } from '../../../lib/time/call-offset.ts';
import { countText } from '../../lib/moments.ts';
import { Name } from '../name.tsx';
import { SaidMarked } from '../said-marked.tsx';
import type { CallPromise, Turn } from './call.ts';
import { isPromisedIn, markedParts, promiseState, promiseTitle, speakerTitle } from './words.ts';

/** Turns that are shown before the rest is asked for. */
const FOLD_AFTER = 40;
/** A fold that hides fewer turns is not worth a button. */
const MIN_FOLDED = 10;
/** Turns that are added at once: more would keep the browser busy for seconds. */
const STEP = 1_000;

interface TurnsProps {
  turns: readonly Turn[];
  /** Turns of the whole conversation. */
  total: number;
  promises: readonly CallPromise[];
  /** Words that were searched for. */
  query?: string | undefined;
  /** What follows the last turn, if there is more. */
  children?: ComponentChildren;
}

/** The turns of a conversation as a list, long ones folded. */
export function Turns({ turns, total, promises, query, children }: TurnsProps) {
  const [count, setCount] = useState(turns.length < FOLD_AFTER + MIN_FOLDED ? STEP : FOLD_AFTER);
  const list = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => turns.map((turn) => rowOf(turn, promises, query)), [turns, promises, query]);
  const hiddenMarks = rows.slice(count).filter(({ isMarked }) => isMarked).length;
  const unfold = () => {
    setCount(count + STEP);
    // After the list has grown, reading goes on where it was.
    requestAnimationFrame(() => (list.current?.children[count] as HTMLElement | undefined)?.focus());
  };
  return (
    <>
      <ol class="turns" ref={list}>
        {rows.slice(0, count).map((row) => (
          <TurnRow key={row.turn.turn} {...row} />
        ))}
      </ol>
      {count >= turns.length ? (
        children
      ) : (
        <p class="fold">
          <button type="button" onClick={unfold}>
            {unfoldText(turns.length, total, count)}
          </button>
          {hiddenMarks > 0 && <span class="quiet">{countText(hiddenMarks, 'marked turn')} among them</span>}
        </p>
      )}
    </>
  );
}

function unfoldText(here: number, total: number, shown: number): string {
  if (here > shown + STEP) return `Show ${countText(STEP, 'more turn')}`;
  return here < total ? `Show the ${countText(here, 'turn')} that are here` : `Show all ${countText(total, 'turn')}`;
}

interface Row {
  turn: Turn;
  parts: ReturnType<typeof markedParts>;
  made: CallPromise[];
  isMarked: boolean;
}

function rowOf(turn: Turn, promises: readonly CallPromise[], query: string | undefined): Row {
  const made = promises.filter((promise) => isPromisedIn(promise, turn));
  const parts = markedParts(
    turn.text,
    query,
    made.flatMap(({ sentence }) => sentence ?? []),
  );
  return { turn, parts, made, isMarked: made.length > 0 || parts.some(({ isWord }) => isWord) };
}

function TurnRow({ turn: { turn, speaker, offsetSeconds }, parts, made }: Row) {
  return (
    <li tabIndex={-1} data-turn={turn}>
      <p class="turn-head">
        <Speaker name={speaker} />
        <span class="quiet">
          {offsetSeconds === undefined ? `turn ${turn}` : <time>{formatCallOffset(offsetSeconds)}</time>}
        </span>
      </p>
      <div class="turn-words">
        <SaidMarked parts={parts} />
        {made.map((promise) => (
          <p key={`${promise.kind} ${promise.sentence}`} class="promise-note">
            Promised here: {promiseTitle(promise).toLowerCase()}
            {promise.status && ` (${promiseState(promise).word.toLowerCase()})`}
          </p>
        ))}
      </div>
    </li>
  );
}

/** The speaker in this page's words, or the name that the transcript has. */
export function Speaker({ name }: { name: string | undefined }) {
  const title = name === undefined ? 'Speaker' : speakerTitle(name);
  return <span class="speaker">{title ?? <Name text={name ?? ''} />}</span>;
}
