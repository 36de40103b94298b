import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countText } from '../../lib/moments.ts';
import { dateText, momentText } from '../../lib/time.ts';
import { useDesk } from './context.ts';
import { Dialog } from './dialog.tsx';
import { href, keepPlace } from './route.ts';
import { bookSeries, type SeriesDate, type SeriesResult } from './series.ts';

/** The text of the button that books them. */
export const bookText = (count: number): string => `Book ${countText(count, 'appointment')}`;

interface SeriesDatesProps {
  dates: readonly SeriesDate[];
  /** The days that are to be booked. */
  days: ReadonlySet<string>;
  zone: string;
  onChoose(days: ReadonlySet<string>): void;
}

/** The dates of a series, of which the user can leave out some. */
export function SeriesDates({ dates, days, zone, onChoose }: SeriesDatesProps) {
  const legend = useRef<HTMLLegendElement>(null);
  useEffect(() => {
    legend.current?.focus();
    legend.current?.scrollIntoView({ block: 'start' });
  }, [dates]);
  const taken = dates.filter(({ isFree }) => !isFree).length;
  return (
    <fieldset class="series">
      <legend ref={legend} tabIndex={-1}>
        {taken === 0
          ? 'All dates are free'
          : `${taken} of ${countText(dates.length, 'date')} ${taken === 1 ? 'is' : 'are'} not free`}
      </legend>
      {dates.map(({ day, start, canTry, text }) => (
        <label key={day} class="check">
          <input
            type="checkbox"
            checked={days.has(day)}
            disabled={!canTry}
            onChange={({ currentTarget: { checked } }) => {
              const chosen = new Set(days);
              if (checked) chosen.add(day);
              else chosen.delete(day);
              onChoose(chosen);
            }}
          />
          <span>
            {start === undefined ? dateText(day) : momentText(new Date(start), zone)} <span class="quiet">{text}</span>
          </span>
        </label>
      ))}
      {dates.some(({ isFree, canTry }) => canTry && !isFree) && (
        <p class="quiet">
          A date that is not free is left out. One whose time may be between two offered times can be chosen; if it is
          taken, it is refused.
        </p>
      )}
    </fieldset>
  );
}

const STATES = { booked: 'Booked', refused: 'Not booked', unknown: 'Not known', waiting: 'Not sent' } as const;

interface SeriesResultsProps {
  chosen: readonly SeriesResult[];
  /** The arguments of each appointment. */
  args: Record<string, unknown>;
  zone: string;
  /** Called when the user has seen the results. */
  onClose(): void;
}

/** Books a series, and says what became of each appointment. */
export function SeriesResults({ chosen, args, zone, onClose }: SeriesResultsProps) {
  const { callTool } = useDesk();
  const [results, setResults] = useState(chosen);
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const send = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setResults(await bookSeries(results, args, callTool, setResults));
    isSending.current = false;
    setBusy(false);
  };
  useEffect(() => void send(), []);
  // Who leaves now would not know which of them are booked.
  useLayoutEffect(() => (isBusy ? keepPlace(() => true) : undefined), [isBusy]);
  const count = (state: SeriesResult['state']) => results.filter((one) => one.state === state).length;
  const open = count('unknown') + count('waiting');
  const summary = `${count('booked')} of ${countText(results.length, 'appointment')} booked.`;
  const lost = 'Try again: what was booked already is not booked twice.';
  return (
    <Dialog title="Repeated appointments" isBusy={isBusy} onClose={onClose}>
      <p role="status">{isBusy ? 'Please wait…' : open > 0 ? `${summary} ${lost}` : summary}</p>
      <ul class="series">
        {results.map(({ day, start, state, text, id }) => (
          <li key={day}>
            <strong>{isBusy && state === 'waiting' ? '…' : STATES[state]}</strong>{' '}
            {id && !isBusy ? (
              <a href={href('agenda', day, { booking: id })} onClick={onClose}>
                {momentText(new Date(start), zone)}
              </a>
            ) : (
              momentText(new Date(start), zone)
            )}{' '}
            {text}
          </li>
        ))}
      </ul>
      <div class="row">
        {open > 0 && (
          <button type="button" class="primary" aria-disabled={isBusy} onClick={() => void send()}>
            {isBusy ? 'Please wait…' : 'Try again'}
          </button>
        )}
        {!isBusy && (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )}
      </div>
    </Dialog>
  );
}
