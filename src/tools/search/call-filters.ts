import { Call, type Read, usualValues } from '../../contract/index.ts';
import { listedCallText } from '../../lib/search/record-text.ts';
import { languagesOf, UNDETERMINED } from '../../lib/stated-values.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow, type RecordAccess } from '../core/record-kinds.ts';
import { type Filter, matchesQuery } from './filters.ts';
import { createValueFilter, type ValueFilter } from './value-filter.ts';

type CallFilter = ValueFilter<typeof Call>;
type ReadCall = Read<typeof Call>;

/** Matches calls with a status or an outcome: platforms differ in what they call which. */
export function callStatusFilter(value: string): CallFilter {
  const options = { argument: 'status', value };
  const either = createValueFilter<typeof Call>({
    ...options,
    valuesOf: ({ fields }) => [fields.status, fields.outcome],
  });
  const statuses = createValueFilter<typeof Call>({
    ...options,
    valuesOf: ({ fields }) => [fields.status],
    usual: usualValues(Call.chosen.status),
  });
  let isSeen = false;
  return {
    verdict: either.verdict,
    params: { status: value },
    check: {
      argument: 'status',
      visit(read) {
        isSeen ||= either.verdict(read) === true;
        either.check.visit(read);
        statuses.check.visit(read);
      },
      assertKnown() {
        if (isSeen) return;
        // A usual status that no call has is known; any other value is refused with those of both fields.
        const isUsual = usualValues(Call.chosen.status).includes(value.toLowerCase());
        (isUsual ? statuses : either).check.assertKnown();
      },
    },
  };
}

export const directionFilter = (value: string): CallFilter =>
  createValueFilter({
    argument: 'direction',
    value,
    valuesOf: ({ fields }) => [fields.direction],
    usual: usualValues(Call.chosen.direction),
  });

export const outcomeFilter = (value: string): CallFilter =>
  createValueFilter({ argument: 'outcome', value, valuesOf: ({ fields }) => [fields.outcome] });

/** Matches calls in a language. `es` is also the language of a call in `es-MX`. */
export const languageFilter = (value: string): CallFilter => {
  const isUndetermined = value.trim().toLowerCase() === UNDETERMINED;
  const valuesOf = ({ fields }: ReadCall) =>
    languagesOf(fields.language).filter((one) => isUndetermined || one.toLowerCase() !== UNDETERMINED);
  return createValueFilter({ argument: 'language', value, valuesOf });
};

/** Matches calls with a contact, or those without one. Refused in front of a platform whose calls name no contacts. */
export function hasContactFilter(value: boolean): CallFilter {
  let hasCalls = false;
  let isStated = false;
  return {
    verdict: ({ fields }) => Boolean(fields.contact_id) === value,
    params: { has_contact: String(value) },
    check: {
      visit({ fields }) {
        hasCalls = true;
        isStated ||= fields.contact_id !== undefined;
      },
      assertKnown() {
        if (hasCalls && !isStated)
          throw new ToolError('has_contact: the calls of this platform do not say which contact they are with.');
      },
    },
  };
}

/** Matches calls of at least this length. */
export const minDuration =
  (seconds: number) =>
  ({ fields: { duration_seconds: duration } }: ReadCall) =>
    typeof duration === 'number' ? duration >= seconds : 'unknown';

/** Matches if all words of the query occur in the call, its summary and, for those who may read contacts, its contact's name. */
export function matchesCallQuery(query: string, access: RecordAccess): Promise<Filter<typeof Call>> {
  const mayRead = mayShow('contact', access);
  return matchesQuery<typeof Call>(query, access, (fields, other) =>
    listedCallText(mayRead ? fields : { ...fields, contact_name: null }, other),
  );
}

/** The query as parameters of the list of calls: extension `list_filters`. */
export const callQueryParams = (query: string | undefined, access: RecordAccess): Record<string, string> =>
  query === undefined ? {} : { query, ...(mayShow('contact', access) ? {} : { without_names: 'true' }) };
