import { useRef } from 'preact/hooks';
import { countText, placeOf, type Zones } from '../../lib/moments.ts';
import { oneLine } from '../../lib/short-text.ts';
import type { Actions } from '../actions.ts';
import { Notes } from '../notes.tsx';
import { Said } from '../said.tsx';
import { useTool } from '../use-tool.ts';
import type { ReviewedCall } from './call.ts';
import { FollowUps } from './follow-ups.tsx';
import { FoundCalls } from './found-calls.tsx';
import { appendReview, type Review, readReview } from './model.ts';

type Listed = Exclude<Review, { kind: 'call' }>;

interface CallListProps {
  review: Listed;
  /** The arguments of the call that gave the list. */
  input: Record<string, unknown>;
  query: string | undefined;
  zones: Zones;
  now: number | undefined;
  actions: Actions;
  onMore(review: Listed): void;
  onOpen?: ((call: ReviewedCall) => Promise<string | undefined>) | undefined;
  onChooseBooking?: ((id: string, callId: string | undefined) => Promise<string | undefined>) | undefined;
  onStatus(text: string): void;
}

/** The calls that a search found, or the promises of a window, with a button for those that were not read yet. */
export function CallList({
  review,
  input,
  query,
  zones,
  now,
  actions,
  onMore,
  onOpen,
  onChooseBooking,
  onStatus,
}: CallListProps) {
  const tool = useTool(actions);
  const section = useRef<HTMLElement>(null);
  const { cursor, isComplete, read, inWindow, notes } = review;
  const isSearch = review.kind === 'search';
  const count = review.kind === 'search' ? review.found.length : review.items.length;
  const readMore = () => {
    const name = isSearch ? 'search_calls' : 'find_follow_ups';
    tool.run('more', name, { ...input, cursor }, (result) => {
      const next = readReview(result);
      if (!next || next.kind !== review.kind) return;
      const added = next.kind === 'search' ? next.found.length : next.kind === 'follow-ups' ? next.items.length : 0;
      onStatus(`${countText(added, isSearch ? 'call' : 'promise')} added.`);
      onMore(appendReview(review, next));
      // Reading goes on with what was added: at the end of a search, at the top of promises, which are in order of age.
      requestAnimationFrame(() => {
        const calls = isSearch ? section.current?.querySelectorAll<HTMLElement>('.calls > li') : undefined;
        (calls?.[count] ?? section.current?.querySelector('h2'))?.focus();
      });
    });
  };
  return (
    <section class="call-list" ref={section}>
      <header>
        <h2 tabIndex={-1}>
          {isSearch ? countText(count, 'call') : countText(count, 'promise')}
          {query && (
            <>
              {' '}
              found {cursor === undefined ? '' : 'so far '}for “
              <Said text={oneLine(query)} />”
            </>
          )}
        </h2>
        <p class="quiet">
          {inWindow > 0 && `${isSearch ? 'Searched' : 'Read'}: ${numberOfCalls(read, inWindow)}.`}
          {cursor !== undefined && (isSearch ? ' There may be more.' : ' The other calls were not read yet.')}
          {cursor === undefined && !isComplete && ' The list is not complete.'}
          {zones.user !== zones.business && ` Times are those of your zone, ${placeOf(zones.user)}.`}
        </p>
      </header>
      {count === 0 && <p>{emptyText(review)}</p>}
      {review.kind === 'search' ? (
        <FoundCalls
          found={review.found}
          query={query}
          zones={zones}
          now={now}
          onOpen={onOpen}
          linkTo={actions.linkTo}
        />
      ) : (
        <FollowUps
          items={review.items}
          zones={zones}
          now={now}
          onOpen={onOpen}
          onChooseBooking={onChooseBooking}
          onMark={actions.markPromise}
          linkTo={actions.linkTo}
        />
      )}
      {tool.error && (
        <p class="notice bad" role="alert">
          {tool.error}
        </p>
      )}
      {cursor !== undefined && actions.callTool && (
        <button type="button" aria-disabled={tool.busy !== undefined} onClick={readMore}>
          {tool.busy ? 'Reading…' : isSearch ? 'Find more calls' : 'Read earlier calls'}
        </button>
      )}
      <Notes notes={notes} />
    </section>
  );
}

const numberOfCalls = (read: number, inWindow: number) =>
  read >= inWindow ? countText(inWindow, 'call') : `${read} of ${countText(inWindow, 'call')}`;

function emptyText({ kind, cursor, isComplete }: Listed): string {
  const rest = cursor !== undefined || !isComplete ? ' in the calls that were read' : '';
  return kind === 'search' ? `These words were not said${rest}.` : `There is no such promise${rest}.`;
}
