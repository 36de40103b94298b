import type { CallReport } from '../../contract/index.ts';

/** A report with the order in which it counts. */
export interface RankedReport {
  report: CallReport;
  /** A report of a higher rank wins; of the same rank, the later one. */
  rank: number;
  /** True if it has the number that called as `phone`, whatever the direction of the call. */
  isUndirected?: true | undefined;
}

/**
 * Combines the reports of one call. A value of a later stage replaces that of an earlier one, and a report that lacks a value
 * erases none, so the result does not depend on the order in which the reports of different stages arrive.
 * @param reports in the order of their arrival; not empty.
 */
export function mergeReports(reports: readonly RankedReport[]): CallReport {
  const ordered = reports.toSorted((a, b) => a.rank - b.rank);
  const merged: Record<string, unknown> = {};
  for (const { report, isUndirected } of ordered) {
    const directed = isUndirected && merged.direction === 'outbound' ? exchanged(report) : report;
    for (const [name, value] of Object.entries(directed)) {
      if (name === 'fields') merged.fields = mergeFields(merged.fields as CallReport['fields'], report.fields);
      else if (!isEmpty(value)) merged[name] = value;
    }
  }
  // A call that has ended does not begin again.
  merged.event = reports.some(({ report }) => report.event === 'ended') ? 'ended' : 'started';
  return merged as CallReport;
}

/** The business has called, and the number that was called is that of the other party. */
const exchanged = ({ phone, business_phone, ...report }: CallReport): CallReport => ({
  ...report,
  phone: business_phone,
  business_phone: phone,
});

/**
 * Extracted facts of several stages complete each other. Those of the later stage come first: an earlier report that arrives
 * after it and adds none changes nothing, not even their order.
 */
function mergeFields(before: CallReport['fields'], added: CallReport['fields']): CallReport['fields'] {
  if (isEmpty(added)) return before;
  return { ...added, ...before, ...added };
}

/** True for a value that says nothing. */
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
