import { ApiError } from '../../api/index.ts';
import { type Read, type Resource, readRecord, type Summary, type SummaryQuery } from '../../contract/index.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
import type { ValueCheck } from '../search/value-filter.ts';
import { COMPLETE, type Coverage } from './read-records.ts';

/** A question for numbers. */
interface SummaryRequest<R extends Resource> {
  kind: SummaryQuery['kind'];
  /** The records that it counts. */
  resource: R;
  window: TimeRange;
  group_by: readonly string[];
  /** The filters as parameters; undefined if the extension has none for one of them, such as a text in the records. */
  params: Record<string, string> | undefined;
  checks: readonly ValueCheck<R>[];
  order: NonNullable<SummaryQuery['order']>;
  limit: number;
}

/** Numbers that a platform has counted. */
type AnnouncedSummary = Pick<Summary, 'total' | 'groups' | 'other'> & { coverage: Coverage };

/**
 * Asks the platform for numbers (extension `activity_summary`). Undefined if it does not announce the extension, or answers in
 * a form that cannot be read: then the records have to be counted.
 * @throws ToolError if no record has the value of a filter.
 */
export async function askSummary<R extends Resource>(
  request: SummaryRequest<R>,
  context: ToolContext,
): Promise<AnnouncedSummary | undefined> {
  const { params } = request;
  if (!params || !(await context.extensions.has('activity_summary', context.signal))) return undefined;
  const first = await ask(request, params, context);
  const meant = request.checks.map((check) => meantValues(check, first?.known_values ?? {}, request.resource));
  if (meant.every((one) => one === undefined)) return first;
  return ask(request, Object.assign({}, params, ...meant), context);
}

async function ask<R extends Resource>(
  { kind, window, group_by, order, limit }: SummaryRequest<R>,
  params: Record<string, string>,
  { api, time, signal }: ToolContext,
) {
  const request = api.getSummary({
    query: {
      kind,
      ...window,
      time_zone: time.zone,
      ...(group_by.length > 0 ? { group_by: group_by.join(',') } : {}),
      ...params,
      order,
      limit,
    },
    signal,
  });
  const { fields, as_of: asOf } = await request.catch(withoutScope);
  const { total, groups, other, known_values = {} } = fields;
  if (!total || !groups || other === undefined) return undefined;
  return { total, groups, other, known_values: known_values ?? {}, coverage: { ...COMPLETE, asOf } };
}

/** The scopes of the records decide what may be counted, and the error about them says what is missing. */
function withoutScope(error: unknown): Pick<Read<typeof Summary>, 'fields' | 'as_of'> {
  if (!(error instanceof ApiError && error.details.kind === 'forbidden')) throw error;
  return { fields: {} };
}

/**
 * Returns the parameter with the value that was meant, if no record has the one of a filter and its text describes another.
 * @throws ToolError if the value is a mistake.
 */
function meantValues<R extends Resource>(
  check: ValueCheck<R>,
  knownValues: Summary['known_values'],
  resource: R,
): Record<string, string> | undefined {
  const known = check.argument === undefined ? undefined : knownValues[check.argument];
  if (!known) return undefined;
  for (const part of known) check.visit(readRecord(resource, part));
  check.assertKnown();
  return check.meant?.();
}
