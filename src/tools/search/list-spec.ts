import type { FetchPage } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import { mapInSlices } from '../../lib/concurrency/slices.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import type { FetchMatching } from './announced-search.ts';
import { fillNames, type NameField } from './record-names.ts';
import type { Verdict } from './run-search.ts';
import type { Order } from './sort-key.ts';
import type { ValueCheck } from './value-filter.ts';

/** One call of a list tool. */
export interface ListSpec<R extends Resource, T extends JsonObject> {
  tool: string;
  fetch: FetchPage<R>;
  shape: (read: Read<R>) => T;
  /** Whether a record of a page has anything to show. Default: all have. */
  isShown?: (read: Read<R>) => boolean;
  /** Names of other records that a row shows, filled in where the platform does not send them. */
  names?: readonly NameField[];
  /** Fields of a row, or the row of a record. All fields are shown with `detail: "full"` only. */
  brief?: readonly (keyof T)[] | ((record: T, all: readonly T[]) => Partial<T>);
  /** Value that a search orders by; an absent one sorts last. */
  sortKey: (read: Read<R>) => string | null | undefined;
  /** Default order of a search. */
  order: Order;
  /** Filters of this call; undefined if it has none, and the platform's pages are returned as they are. */
  verdict: ((read: Read<R>) => Verdict) | undefined;
  /** Checks of the values of filters. */
  checks?: readonly ValueCheck<R>[];
  /** What filters by other records depend on besides the arguments. */
  basis?: unknown;
  /** Why an answer of these filters may lack records, or show too many; undefined if it is certain. */
  uncertain?: string | undefined;
  /**
   * Asks a platform with the extension `list_filters` for the records that match; undefined if its parameters cannot say what
   * the filters of this call do.
   */
  search?: { resource: R; fetch: FetchMatching<R> } | undefined;
  /** Window of the filters, which the answer states. */
  window?: { from?: string | undefined; to?: string | undefined };
}

export interface ListInput {
  page?: number | undefined;
  per_page?: number | undefined;
  cursor?: string | undefined;
  order?: Order | undefined;
  detail?: 'brief' | 'full' | undefined;
  [filter: string]: unknown;
}

/** Returns the rows of records. */
export async function presentRows<R extends Resource, T extends JsonObject>(
  { shape, brief, names = [] }: ListSpec<R, T>,
  reads: readonly Read<R>[],
  input: ListInput,
  context: ToolContext,
): Promise<T[]> {
  const shaped = await fillNames(await mapInSlices(reads, shape), names, context);
  if (!brief || input.detail === 'full') return shaped;
  if (typeof brief === 'function') return shaped.map((record) => brief(record, shaped) as T);
  return shaped.map(
    (record) => Object.fromEntries(brief.filter((name) => name in record).map((name) => [name, record[name]])) as T,
  );
}
