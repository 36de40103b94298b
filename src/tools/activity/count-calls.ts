import { Call, type Read } from '../../contract/index.ts';
import { createTally } from '../../lib/activity/tally.ts';
import { forEachInSlices } from '../../lib/concurrency/slices.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
import { announcedGroups, callSumsOf } from './announced-groups.ts';
import { askSummary } from './announced-summary.ts';
import type { CallGrouping } from './choices.ts';
import type { Counted } from './counted.ts';
import { type ActivityFilters, callFilters, type Filters } from './filters.ts';
import { callKey, type KeyOf } from './groupings.ts';
import { createLanguageFilter, languageOf, MAX_DETAILS, withLanguages } from './language.ts';
import { createPersonKey } from './person-key.ts';
import { addUnread, readRecords } from './read-records.ts';
import { type Shown, showGroups } from './show-groups.ts';
import { CALL_SUMS, type CallSums } from './sums.ts';

interface Question extends Shown {
  window: TimeRange;
  group_by: readonly CallGrouping[];
  language: string | undefined;
  matching: Filters<typeof Call>;
  keyOf: (grouping: CallGrouping) => KeyOf<Read<typeof Call>>;
}

type CountedCalls = Counted<CallSums> & { note: string | undefined };

/** Counts the calls of a window and how long they took. */
export async function countCalls(
  window: TimeRange,
  { group_by, filters, ...shown }: { group_by: readonly CallGrouping[]; filters: ActivityFilters } & Shown,
  context: ToolContext,
) {
  const [matching, personKey] = await Promise.all([callFilters(window, filters, context), createPersonKey(context)]);
  const keyOf = (grouping: CallGrouping) => callKey(grouping, context, personKey);
  const question = { window, group_by, language: filters.language, matching, keyOf, ...shown };
  const { total, groups, rest, coverage, note } =
    (await askCalls(question, context)) ?? (await readCalls(question, context));

  const { longest } = total;
  return {
    calls: {
      ...numbers(total),
      with_contact: total.withContact,
      without_contact: total.count - total.withContact,
      ...(longest ? { longest_seconds: longest.seconds, ...(longest.id ? { longest_call_id: longest.id } : {}) } : {}),
      ...(await showGroups(
        { group_by, groups, rest, sums: CALL_SUMS, numbers, measures: { count, seconds }, ...shown },
        context,
      )),
    },
    coverage,
    note,
  };
}

/** Languages that are asked for, to say which calls a filter by language leaves out. */
const MAX_LANGUAGES = 200;

/** Asks the platform for the numbers; undefined if it does not count itself. */
async function askCalls(
  { window, group_by, language, matching, keyOf, limit, order = 'count' }: Question,
  context: ToolContext,
): Promise<CountedCalls | undefined> {
  const request = { kind: 'calls', resource: Call, window, group_by, ...matching, order, limit } as const;
  const params = matching.params && { ...matching.params, ...(language === undefined ? {} : { language }) };
  const [summary, spoken] = await Promise.all([
    askSummary({ ...request, params }, context),
    language === undefined
      ? undefined
      : askSummary({ ...request, group_by: ['language'], order: 'count', limit: MAX_LANGUAGES }, context),
  ]);
  if (!summary || (language !== undefined && !spoken)) return undefined;
  const languages = createLanguageFilter(language, () => {});
  for (const group of spoken?.groups ?? []) languages.count(group.language, group.count);
  const { total, other } = summary;
  const { longest_seconds: longest, longest_call_id: id = '' } = total;
  return {
    total: {
      ...callSumsOf(total),
      longest: longest === undefined ? undefined : { seconds: longest, id },
    },
    groups: announcedGroups<typeof Call, CallSums>(
      summary.groups,
      group_by,
      (grouping) => keyOf(grouping as CallGrouping),
      callSumsOf,
    ),
    rest: other ? { groups: other.groups, sums: callSumsOf(other) } : undefined,
    coverage: addUnread(summary.coverage, languages.unread(0)),
    note: languages.note(),
  };
}

async function readCalls(
  { window, group_by, language, matching, keyOf }: Question,
  context: ToolContext,
): Promise<CountedCalls> {
  const { api, signal } = context;
  const { listed } = matching;
  const timeOf = ({ fields }: Read<typeof Call>) => fields.started_at;
  const tally = createTally(group_by.map(keyOf), CALL_SUMS, (read) => utcInstant(timeOf(read)) ?? '');
  const languages = createLanguageFilter(language, tally.add);
  const needsLanguage = language !== undefined || group_by.includes('language');
  const withoutLanguage: Read<typeof Call>[] = [];
  let unread = 0;
  const coverage = await readRecords<typeof Call>(
    {
      what: 'call',
      fetch: (query) => api.listCalls({ query, signal }),
      search: listed && {
        resource: Call,
        fetch: (query) => api.listCalls({ query: { ...window, ...listed, ...query }, signal }),
      },
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
  return {
    ...tally.result(),
    rest: undefined,
    coverage: addUnread(coverage, languages.unread(unread + details.unread)),
    note: languages.note(),
  };
}

const count = (sums: CallSums) => sums.count;
const seconds = (sums: CallSums) => sums.milliseconds;

/** Durations are in whole seconds, the average rounded. A group of calls without durations has none, not zero. */
function numbers({ count: calls, timed, milliseconds }: CallSums) {
  const untimed = calls - timed;
  const total = milliseconds / 1_000;
  return {
    count: calls,
    ...(timed > 0 ? { total_seconds: Math.round(total), average_seconds: Math.round(total / timed) } : {}),
    ...(untimed > 0 ? { without_duration: untimed } : {}),
  };
}
