import type { Call, Read } from '../../contract/index.ts';
import { forEachInSlices } from '../../lib/slices.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
import { type ActivityFilters, callFilters } from './filters.ts';
import { type CallGrouping, callKey } from './groupings.ts';
import { createLanguageFilter, languageOf, MAX_DETAILS, withLanguages } from './language.ts';
import { createPersonKey } from './person-key.ts';
import { addUnread, readRecords } from './read-records.ts';
import { type Shown, showGroups } from './show-groups.ts';
import { CALL_SUMS, type CallSums } from './sums.ts';
import { createTally } from './tally.ts';

/** Counts the calls of a window and how long they took. */
export async function countCalls(
  window: TimeRange,
  { group_by, filters, ...shown }: { group_by: readonly CallGrouping[]; filters: ActivityFilters } & Shown,
  context: ToolContext,
) {
  const { api, signal } = context;
  const [matching, personKey] = await Promise.all([callFilters(window, filters, context), createPersonKey(context)]);
  const timeOf = ({ fields }: Read<typeof Call>) => fields.started_at;
  const tally = createTally(
    group_by.map((grouping) => callKey(grouping, context, personKey)),
    CALL_SUMS,
    (read) => utcInstant(timeOf(read)) ?? '',
  );
  const languages = createLanguageFilter(filters.language, tally.add);
  const needsLanguage = filters.language !== undefined || group_by.includes('language');
  const withoutLanguage: Read<typeof Call>[] = [];
  let unread = 0;
  const coverage = await readRecords<typeof Call>(
    {
      what: 'call',
      fetch: (query) => api.listCalls({ query, signal }),
      ...matching,
      timeOf,
      visit: (read) => {
        if (!needsLanguage || languageOf(read) !== undefined) languages.add(read);
        else if (withoutLanguage.length < MAX_DETAILS) withoutLanguage.push(read);
        else {
          unread++;
          languages.add(read);
        }
      },
    },
    context,
  );
  const details = await withLanguages(withoutLanguage, context);
  await forEachInSlices(details.calls, languages.add);

  const { total, groups } = tally.result();
  const { longest } = total;
  return {
    calls: {
      ...numbers(total),
      with_contact: total.withContact,
      without_contact: total.count - total.withContact,
      ...(longest ? { longest_seconds: longest.seconds, ...(longest.id ? { longest_call_id: longest.id } : {}) } : {}),
      ...(await showGroups(
        { group_by, groups, sums: CALL_SUMS, numbers, measures: { count, seconds }, ...shown },
        context,
      )),
    },
    coverage: addUnread(coverage, languages.unread(unread + details.unread)),
    note: languages.note(),
  };
}

const count = (sums: CallSums) => sums.count;
const seconds = (sums: CallSums) => sums.seconds;

/** Durations are in whole seconds, the average rounded. A group of calls without durations has none, not zero. */
function numbers({ count: calls, timed, seconds: total }: CallSums) {
  const untimed = calls - timed;
  return {
    count: calls,
    ...(timed > 0 ? { total_seconds: Math.round(total), average_seconds: Math.round(total / timed) } : {}),
    ...(untimed > 0 ? { without_duration: untimed } : {}),
  };
}
