import type { BusinessFile } from '../../contract/index.ts';

/**
 * What the columns `settings_json` hold, in the form of the business file. It has passed its schema, with durations in
 * minutes. An absent field has its default.
 */
export interface TeamSettings {
  currency?: string;
  opening_hours?: string[];
  closures?: StoredClosure[];
  special_hours?: StoredSpecialHours[];
  rules?: StoredRules;
}

/** `to` is inclusive. */
export interface StoredClosure {
  from: string;
  to: string;
  reason: string | null;
}

export interface StoredSpecialHours extends StoredClosure {
  hours: string;
  /** Empty: everybody. */
  staff: string[];
}

export interface StoredRules {
  minimum_notice?: number;
  notice_counts?: NonNullable<BusinessFile['rules']>['notice_counts'];
  booking_window?: number;
  slot_interval?: number;
  max_per_customer_and_day?: number;
  max_per_day?: number;
}

export interface StaffSettings {
  opening_hours?: string[];
  time_off?: StoredTimeOff[];
}

/** Dates, of which the last is inclusive, or local times to the minute. */
export interface StoredTimeOff {
  from: string;
  to: string;
}

export interface ServiceSettings {
  buffer_before?: number;
  buffer_after?: number;
  minimum_notice?: number;
  booking_window?: number;
  /** Ascending by date. Prices in the currency's minor unit. */
  price_changes?: { from: string; price_cents: number }[];
  /** True if everybody performs the service, also people who are added later. */
  all_staff?: boolean;
}

/** Parses a column `settings_json`. Only this program writes them. */
export function parseSettings<S extends TeamSettings | StaffSettings | ServiceSettings>(json: string): S {
  return JSON.parse(json) as S;
}
