import { useLayoutEffect, useRef } from 'preact/hooks';
import { Activity } from '../../components/activity/activity.tsx';
import { readActivity } from '../../components/activity/model.ts';
import { timesInWords } from '../../lib/sentence-times.ts';
import { computerZone } from '../../lib/time.ts';
import { useDesk } from '../parts/context.ts';
import { filled, valuesOf } from '../parts/form.tsx';
import { inLabels } from '../parts/in-labels.ts';
import { messageOf, Shown, useLoaded } from '../parts/load.tsx';
import { Page } from '../parts/page.tsx';
import { href, navigate, type Route } from '../parts/route.ts';

/** What can be counted, and by what. */
const GROUPS: Record<'bookings' | 'calls', readonly [value: string, label: string][]> = {
  bookings: [
    ['day', 'day'],
    ['week', 'week'],
    ['month', 'month'],
    ['weekday', 'weekday'],
    ['hour', 'hour of the day'],
    ['service', 'service'],
    ['staff', 'person'],
    ['status', 'status'],
  ],
  calls: [
    ['day', 'day'],
    ['week', 'week'],
    ['month', 'month'],
    ['weekday', 'weekday'],
    ['hour', 'hour of the day'],
    ['outcome', 'outcome'],
    ['direction', 'direction'],
    ['language', 'language'],
  ],
};

/** Bookings and calls in numbers. */
export function ActivityPage({ route: { params } }: { route: Route }) {
  const { team, readTool } = useDesk();
  const kind = params.get('kind') === 'calls' ? 'calls' : 'bookings';
  const group = GROUPS[kind].find(([value]) => value === params.get('by'))?.[0] ?? 'day';
  const [from, to] = [params.get('from') || undefined, params.get('to') || undefined];
  const input = { kind, group_by: [group], ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const [answer] = useLoaded(JSON.stringify([team.id, input]), async () => {
    if (from && to && from > to) throw new Error('“from” is a later day than “to”: choose other days.');
    return readTool('summarize_activity', input).catch((error: unknown) => {
      throw new Error(timesInWords(inLabels(messageOf(error), { from: 'from', to: 'to' })));
    });
  });
  const change = (form: HTMLFormElement) => navigate(href('activity', undefined, filled(valuesOf(form))));
  const timeZone = computerZone();
  return (
    <Page title="Activity">
      <form
        class="row toolbar"
        onSubmit={(event) => {
          event.preventDefault();
          change(event.currentTarget);
        }}
      >
        <label>
          Count{' '}
          <select name="kind" onChange={({ currentTarget: { form } }) => form && change(form)}>
            <option value="bookings" selected={kind === 'bookings'}>
              bookings
            </option>
            <option value="calls" selected={kind === 'calls'}>
              calls
            </option>
          </select>
        </label>
        <label>
          by{' '}
          <select name="by" onChange={({ currentTarget: { form } }) => form && change(form)}>
            {GROUPS[kind].map(([value, label]) => (
              <option key={value} value={value} selected={value === group}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <DateField name="from" value={from} />
        <DateField name="to" value={to} />
        <button type="submit">Show</button>
      </form>
      <Shown of={answer}>
        {(result) => {
          const summary = readActivity(result, input);
          if (!summary) return <p class="notice">The answer cannot be shown here.</p>;
          return <Activity key={JSON.stringify(input)} summary={summary} order={undefined} userZone={timeZone} />;
        }}
      </Shown>
    </Page>
  );
}

/** A date that follows the address of the page, but not while it is typed. */
function DateField({ name, value = '' }: { name: string; value: string | undefined }) {
  const element = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (element.current) element.current.value = value;
  }, [value]);
  return (
    <label>
      {name} <input ref={element} type="date" name={name} />
    </label>
  );
}
