import { formatCallOffset } from '../../../lib/time/call-offset.ts';
import { languageName, type Zones } from '../../lib/moments.ts';
import { platformWord } from '../../lib/short-text.ts';
import type { Actions } from '../actions.ts';
import { ChoiceButton } from '../choice-button.tsx';
import { Moment } from '../moment.tsx';
import { Name } from '../name.tsx';
import { SaidMarked } from '../said-marked.tsx';
import type { ReviewedCall, Turn } from './call.ts';
import type { FoundCall } from './model.ts';
import { OtherParty } from './other-party.tsx';
import { Speaker } from './turns.tsx';
import { markedParts } from './words.ts';

interface FoundCallsProps {
  found: readonly FoundCall[];
  query: string | undefined;
  zones: Zones;
  now: number | undefined;
  /** Absent: calls cannot be opened here. */
  onOpen?: ((call: ReviewedCall) => Promise<string | undefined>) | undefined;
  linkTo: Actions['linkTo'] | undefined;
}

/** Calls with the words that were searched for, each with the turns that have them. */
export function FoundCalls({ found, query, zones, now, onOpen, linkTo }: FoundCallsProps) {
  return (
    <ol class="calls">
      {found.map(({ call, quotes }, index) => (
        <li key={call.id ?? index} tabIndex={-1}>
          <h3>
            <CallName call={call} onOpen={onOpen} linkTo={linkTo} />
          </h3>
          <p class="quiet">
            <CallLine call={call} zones={zones} now={now} />
          </p>
          {call.summary && (
            <div class="excerpt">
              <p class="quiet">Summary by a machine</p>
              <SaidMarked parts={markedParts(call.summary, query, [])} />
            </div>
          )}
          {quotes.map((quote) => (
            <div class="excerpt" key={quote.turn}>
              <QuotedTurn turn={quote} query={query} />
              {quote.answer && <QuotedTurn turn={quote.answer} query={query} isAnswer />}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

function QuotedTurn({ turn, query, isAnswer = false }: { turn: Turn; query: string | undefined; isAnswer?: boolean }) {
  const { speaker, offsetSeconds, text } = turn;
  return (
    <div class={isAnswer ? 'answer' : undefined}>
      <p class="quiet">
        <Speaker name={speaker} />
        {offsetSeconds === undefined ? `, turn ${turn.turn}` : ` at ${formatCallOffset(offsetSeconds)}`}
        {isAnswer && ', the answer'}
      </p>
      <SaidMarked parts={markedParts(text, query, [])} />
    </div>
  );
}

interface CallNameProps {
  call: ReviewedCall;
  /** What to say where neither name nor number is known. */
  unknown?: string;
  onOpen: ((call: ReviewedCall) => Promise<string | undefined>) | undefined;
  linkTo: Actions['linkTo'] | undefined;
}

/** Who it was: a link or a button if the call can be opened. */
export function CallName({ call, unknown = 'Unknown number', onOpen, linkTo }: CallNameProps) {
  const party = <OtherParty call={call} unknown={unknown} />;
  if (!onOpen || call.id === undefined) return party;
  const words = (
    <>
      <span class="visually-hidden">Open the call of </span>
      {party}
    </>
  );
  if (linkTo) return <a href={linkTo.call(call.id)}>{words}</a>;
  return (
    <ChoiceButton isLink onChoose={() => onOpen(call)}>
      {words}
    </ChoiceButton>
  );
}

/** When it was, its outcome and its language, on one line. */
function CallLine({
  call: { startedAt, outcome, language },
  zones,
  now,
}: {
  call: ReviewedCall;
  zones: Zones;
  now: number | undefined;
}) {
  const spokenIn = language && languageName(language);
  return (
    <>
      {startedAt !== undefined && <Moment at={startedAt} zones={zones} now={now} />}
      {outcome && (
        <>
          {startedAt !== undefined && ' · '}
          <Name text={platformWord(outcome)} />
        </>
      )}
      {spokenIn && (
        <>
          {' · '}
          <Name text={spokenIn} />
        </>
      )}
    </>
  );
}
