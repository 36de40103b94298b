import { useEffect, useRef } from 'preact/hooks';
import { countText } from '../../lib/moments.ts';
import { ChoiceButton } from '../choice-button.tsx';
import type { ToolState } from '../use-tool.ts';
import type { ReviewedCall } from './call.ts';
import { Turns } from './turns.tsx';

interface ConversationProps {
  call: ReviewedCall;
  /** Words that were searched for. */
  query?: string | undefined;
  tool: ToolState;
  /** Reads the turns from a number on. Absent: this page cannot read. */
  onRead?: ((from: number) => void) | undefined;
  /** Asks the assistant for the conversation. Returns what to say about it. */
  onAsk?: (() => Promise<string>) | undefined;
}

/** What was said in a call, with a button for what is not here yet. */
export function Conversation({ call, query, tool, onRead, onAsk }: ConversationProps) {
  const { turns, turnCount, nextTurn, promises = [] } = call;
  const section = useRef<HTMLElement>(null);
  const from = useRef<number | undefined>(undefined);
  // The first turn of what was read gets the focus, because the button that read it is gone.
  useEffect(() => {
    if (from.current === undefined || !turns?.some(({ turn }) => turn === from.current)) return;
    section.current?.querySelector<HTMLElement>(`[data-turn="${from.current}"]`)?.focus();
    from.current = undefined;
  }, [turns]);
  const read = (turn: number) => {
    from.current = turn;
    onRead?.(turn);
  };
  const isEmpty = turnCount === 0 || (turns !== undefined && turns.length === 0);
  return (
    <section ref={section}>
      <h3>What was said</h3>
      {tool.busy && (
        <p class="quiet" role="status">
          Reading what was said…
        </p>
      )}
      {tool.error && (
        <p class="notice bad" role="alert">
          {tool.error}
        </p>
      )}
      {isEmpty && <p class="quiet">The platform has no transcript of this call.</p>}
      {!isEmpty && turns && (
        <Turns turns={turns} total={turnCount ?? turns.length} promises={promises} query={query}>
          {nextTurn !== undefined && (
            <Rest
              turns={turns.length}
              total={turnCount}
              isBusy={tool.busy !== undefined}
              onRead={onRead && (() => read(nextTurn))}
            />
          )}
        </Turns>
      )}
      {!isEmpty && !turns && !tool.busy && (
        <NotHere turnCount={turnCount} onRead={onRead && (() => read(1))} onAsk={onAsk} />
      )}
    </section>
  );
}

interface RestProps {
  turns: number;
  total: number | undefined;
  isBusy: boolean;
  onRead: (() => void) | undefined;
}

function Rest({ turns, total, isBusy, onRead }: RestProps) {
  return (
    <p class="fold">
      <span class="quiet">
        {countText(turns, 'turn')} {total === undefined ? 'are here' : `of ${countText(total, 'turn')} are here`}
      </span>
      {onRead && (
        <button type="button" aria-disabled={isBusy} onClick={onRead}>
          {isBusy ? 'Reading…' : 'Read on'}
        </button>
      )}
    </p>
  );
}

function NotHere({
  turnCount,
  onRead,
  onAsk,
}: Pick<ConversationProps, 'onAsk'> & { turnCount: number | undefined; onRead: (() => void) | undefined }) {
  const length = turnCount ? ` (${countText(turnCount, 'turn')})` : '';
  if (onRead)
    return (
      <button type="button" onClick={onRead}>
        Show what was said{length}
      </button>
    );
  if (!onAsk) return <p class="quiet">What was said{length} is not part of this answer.</p>;
  return (
    <p>
      <ChoiceButton onChoose={onAsk}>Ask the assistant for what was said{length}</ChoiceButton>
    </p>
  );
}
