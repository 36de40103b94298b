import { useId, useState } from 'preact/hooks';
import { placeOf, zonesOf } from '../../lib/moments.ts';
import { Notes } from '../notes.tsx';
import { useWidth } from '../use-width.ts';
import { ActivityTable } from './activity-table.tsx';
import { BarChart } from './bar-chart.tsx';
import { isTime } from './labels.ts';
import { firstMeasure, type Measure, measuresOf } from './measures.ts';
import type { ActivitySummary } from './model.ts';
import { chartOf } from './series.ts';
import { TimeChart } from './time-chart.tsx';
import { chartSentence, chartTitle, countTitle, totalSentences, windowText } from './words.ts';
import './activity.css';

interface ActivityProps {
  summary: ActivitySummary;
  /** The order of the request: what is drawn first. */
  order?: unknown;
  /** IANA zone of the user. */
  userZone: string | undefined;
}

/** Bookings or calls in numbers: the totals in words, a chart of the groups, and a table of the same numbers. */
export function Activity({ summary, order, userZone }: ActivityProps) {
  const measures = measuresOf(summary);
  const [measure, setMeasure] = useState(() => firstMeasure(measures, order).name);
  const current = measures.find(({ name }) => name === measure) ?? (measures[0] as Measure);
  const zones = zonesOf(userZone, summary.timeZone);
  const { groupings, groups, total, isComplete, notes } = summary;
  const isZoned = zones.user !== zones.business && groupings.some(isTime);
  return (
    <article class="activity">
      <header>
        <h2>
          {countTitle(summary)}, <span class="window">{windowText(summary)}</span>
        </h2>
        <p>{totalSentences(summary, measures).join(' ')}</p>
      </header>
      {!isComplete && (
        <p class="notice warn">
          <strong>Incomplete:</strong> these are the numbers of a part of the records, so the true ones are larger.
        </p>
      )}
      {total.count === 0 && <p>There is nothing to draw for this time.</p>}
      {total.count > 0 && groups.length > 0 && (
        <>
          <section>
            <h3>{chartTitle(summary, current)}</h3>
            {measures.length > 1 && <MeasureChoice measures={measures} value={measure} onChange={setMeasure} />}
            <Drawing summary={summary} measure={current} />
          </section>
          <ActivityTable
            summary={summary}
            measures={measures}
            caption={isZoned ? `All numbers. Days and hours are those of ${placeOf(zones.business)}.` : 'All numbers'}
          />
        </>
      )}
      <Notes notes={notes} />
    </article>
  );
}

interface ChoiceProps {
  measures: readonly Measure[];
  value: string;
  onChange(name: string): void;
}

function MeasureChoice({ measures, value, onChange }: ChoiceProps) {
  const group = useId();
  return (
    <fieldset class="choice">
      <legend class="visually-hidden">What the chart shows</legend>
      {measures.map(({ name, title }) => (
        <label key={name}>
          <input type="radio" name={group} checked={name === value} onChange={() => onChange(name)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

function Drawing({ summary, measure }: { summary: ActivitySummary; measure: Measure }) {
  const { element, width } = useWidth<HTMLDivElement>();
  const chart = chartOf(summary, measure);
  if (!chart) return null;
  const { form, points, leftOut } = chart;
  const isZero = points.every(({ value }) => value === 0);
  const label = chartSentence(summary, chart, measure);
  return (
    <div ref={element}>
      {isZero && <p class="quiet">All values are zero.</p>}
      {!isZero && form === 'bars' && <BarChart points={points} measure={measure} width={width} label={label} />}
      {!isZero && form !== 'bars' && (
        <TimeChart form={form} points={points} measure={measure} width={width} label={label} />
      )}
      {leftOut > 0 && (
        <p class="quiet">{leftOut === 1 ? 'One group is' : `${leftOut} groups are`} only in the table.</p>
      )}
    </div>
  );
}
