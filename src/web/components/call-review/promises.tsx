import type { Zones } from '../../lib/moments.ts';
import { oneLine } from '../../lib/short-text.ts';
import { ChoiceButton } from '../choice-button.tsx';
import { Moment } from '../moment.tsx';
import { Said } from '../said.tsx';
import type { CallPromise } from './call.ts';
import { ageText, promiseState, promiseTitle } from './words.ts';

interface PromiseProps {
  promise: CallPromise;
  /** When it was made. */
  madeAt: number | undefined;
  zones: Zones;
  now: number | undefined;
  /** Absent: calls cannot be opened here. */
  onOpenCall?: ((id: string) => Promise<string | undefined>) | undefined;
  onChooseBooking?: ((id: string) => Promise<string | undefined>) | undefined;
}

/** Whether a promise is kept, its words, until when it is due, and what kept it. */
export function PromiseLines({ promise, madeAt, zones, now, onOpenCall, onChooseBooking }: PromiseProps) {
  const { word, tone } = promiseState(promise);
  const age = ageText(promise, madeAt, now);
  const { due, isDueAssumed, sentence, keptBy } = promise;
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
          {promise.status === 'done' ? 'Kept by' : 'Since then:'}{' '}
          <Linked kept={keptBy} zones={zones} now={now} onOpenCall={onOpenCall} onChooseBooking={onChooseBooking} />
        </p>
      )}
    </>
  );
}

interface LinkedProps extends Pick<PromiseProps, 'zones' | 'now' | 'onOpenCall' | 'onChooseBooking'> {
  kept: NonNullable<CallPromise['keptBy']>;
}

function Linked({ kept: { kind, id, at }, zones, now, onOpenCall, onChooseBooking }: LinkedProps) {
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
  if (!choose) return words;
  return (
    <ChoiceButton isLink onChoose={() => choose(id)}>
      {words}
    </ChoiceButton>
  );
}
