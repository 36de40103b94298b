import type { SummaryQuery } from '../../../contract/index.ts';
import { isPeriod } from '../../../lib/activity/periods.ts';
import type { Group } from '../../../lib/activity/tally.ts';
import type { JsonObject } from '../../../lib/json.ts';
import type { Db } from '../schema/schema.ts';
import { type Buckets, bucketsOf } from './buckets.ts';
import type { Prices } from './prices.ts';

/** Runs one or several statements; each sees the data as of its own start. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** A question for numbers of one team. */
export interface SummaryQuestion {
  teamId: string;
  /** Epoch milliseconds, `to` exclusive; an absent end is open. */
  from: number | undefined;
  to: number | undefined;
  /** IANA time zone of days and hours. */
  zone: string;
  /** Names of groupings of the kind; a name occurs once. */
  groupBy: readonly string[];
  filters: Pick<
    SummaryQuery,
    'service_id' | 'staff_id' | 'contact_id' | 'phone' | 'status' | 'outcome' | 'direction' | 'language'
  >;
  order: NonNullable<SummaryQuery['order']>;
  limit: number;
  /** None if the reader may not know them. */
  prices: Prices;
  /** True if the reader may know the names of contacts. */
  withNames: boolean;
}

/** The buckets that the groupings of a question need. */
export const bucketsFor = ({ groupBy }: SummaryQuestion): Buckets => bucketsOf(groupBy.filter(isPeriod));

/** Returns the fields without those that the records do not state. */
export const withoutNulls = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]: Exclude<T[K], null>;
  };

/** The fields of a group's keys. */
export const keyFields = ({ keys }: Group<unknown>): JsonObject =>
  Object.assign({}, ...keys.map(({ fields }) => fields));
