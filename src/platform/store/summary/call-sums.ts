import type { Sums } from '../../../lib/activity/tally.ts';
import { normalizeValue } from '../../../lib/stated-values.ts';
import { isInLanguage, knownLanguage, statedLanguage } from '../../../lib/text/language-tag.ts';
import type { CallRow } from '../schema/schema.ts';
import type { Bucketed } from './aggregate.ts';
import type { SummaryQuestion } from './question.ts';

/** The values of calls that a question may compare. */
export type CallValues = Partial<Pick<CallRow, 'status' | 'outcome' | 'direction' | 'language'>>;

/** Calls of one piece of the window that are equal in what the question is about. */
export interface CallsRow extends Bucketed, CallValues {
  contact_id?: string | null;
  /** The number of calls without a contact. */
  phone?: string | null;
  with_contact: number | string;
  timed: number | string;
  /** Their length together. */
  milliseconds: number | string;
  /** The longest of the lengths, in seconds; null: none is known. */
  longest: number | null;
}

export interface CallSums {
  count: number;
  withContact: number;
  timed: number;
  milliseconds: number;
  longest: number;
  /** Start of the last call, in epoch milliseconds. */
  last: number;
}

export const CALL_SUMS: Sums<CallsRow, CallSums> = {
  empty: () => ({ count: 0, withContact: 0, timed: 0, milliseconds: 0, longest: -1, last: Number.NEGATIVE_INFINITY }),
  add(sums, row) {
    sums.count += Number(row.count);
    sums.withContact += Number(row.with_contact);
    sums.timed += Number(row.timed);
    sums.milliseconds += Number(row.milliseconds);
    sums.longest = Math.max(sums.longest, row.longest ?? -1);
    sums.last = Math.max(sums.last, Number(row.last));
  },
  merge(sums, others) {
    sums.count += others.count;
    sums.withContact += others.withContact;
    sums.timed += others.timed;
    sums.milliseconds += others.milliseconds;
    sums.longest = Math.max(sums.longest, others.longest);
    sums.last = Math.max(sums.last, others.last);
  },
};

/** Returns the sums as the answer has them. */
export const callNumbers = ({ count, withContact, timed, milliseconds }: CallSums) => ({
  count,
  with_contact: withContact,
  timed,
  seconds: milliseconds / 1_000,
});

/** Returns the verdict on calls by the values of a question, and the columns that it reads. */
export function callVerdict({ status, outcome, direction, language }: SummaryQuestion['filters']): {
  columns: (keyof CallValues)[];
  isCounted: (values: CallValues) => boolean;
} {
  const equal = (wanted: string, own: string | undefined) =>
    own !== undefined && normalizeValue(own) === normalizeValue(wanted);
  const wanted = language?.toLowerCase();
  return {
    columns: [
      ...(status === undefined ? [] : (['status', 'outcome'] as const)),
      ...(outcome === undefined ? [] : (['outcome'] as const)),
      ...(direction === undefined ? [] : (['direction'] as const)),
      ...(language === undefined ? [] : (['language'] as const)),
    ],
    isCounted: (own) =>
      (status === undefined || equal(status, own.status) || equal(status, own.outcome)) &&
      (outcome === undefined || equal(outcome, own.outcome)) &&
      (direction === undefined || equal(direction, own.direction)) &&
      (wanted === undefined || isInLanguage(knownLanguage(statedLanguage(own.language), wanted), wanted)),
  };
}
