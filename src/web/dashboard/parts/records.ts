import { countText } from '../../lib/moments.ts';
import { pageLocale } from '../../lib/time.ts';
import type { ToolResult } from '../../lib/tool-result.ts';
import type { Desk } from './context.ts';

/** Records in the answers of tools (src/tools), as far as the pages show them. */

export interface BookingItem {
  id: string;
  service_name?: string;
  status?: string;
  start_time?: string;
  start_local?: string;
  contact_name?: string;
  staff_name?: string;
}

export interface CallItem {
  id: string;
  direction?: string;
  outcome?: string;
  status?: string;
  started_local?: string;
  duration_seconds?: number;
  contact_name?: string;
  contact_id?: string;
  phone?: string;
  summary?: string;
}

export interface ContactItem {
  id: string;
  name?: string;
  email?: string;
  phone?: string;
  created_at?: string;
  updated_at?: string;
}

/** Says of how much a customer is part: `2 appointments and 1 call`. */
export const recordsText = ({ bookings, calls }: { bookings: number; calls: number }): string =>
  `${countText(bookings, 'appointment')} and ${countText(calls, 'call')}`;

/** An answer with a list. */
export interface ListAnswer<T> {
  items: T[];
  total?: number;
  has_more?: boolean;
  cursor?: string;
  page?: number;
  complete?: boolean;
  /** IANA zone of the local times. */
  time_zone?: string;
}

/** The answer of a tool; empty if the user said no to its question. */
export const answerOf = <T>(result: ToolResult | undefined) => (result?.structuredContent ?? {}) as T;

/** A person of `list_staff`. */
export interface StaffItem {
  id: string;
  name: string;
  active?: boolean;
  service_ids?: string[];
}

/** A service of `list_services`. */
export interface ServiceItem {
  id: string;
  name?: string;
  active?: boolean;
}

async function readAll<T>(readTool: Desk['readTool'], tool: string): Promise<T[]> {
  const records: T[] = [];
  for (let page = 1; ; page++) {
    const { items, has_more } = answerOf<ListAnswer<T>>(await readTool(tool, { page, per_page: 100 }));
    records.push(...items);
    if (!has_more) return records;
  }
}

/** Reads all people of the business. */
export const readStaff = ({ readTool }: Pick<Desk, 'readTool'>) => readAll<StaffItem>(readTool, 'list_staff');

/** Reads all services of the business. */
export const readServices = ({ readTool }: Pick<Desk, 'readTool'>) => readAll<ServiceItem>(readTool, 'list_services');

/** The records in the answer of a tool that lists them. */
export const itemsOf = <T>(result: ToolResult) => answerOf<Partial<ListAnswer<T>>>(result).items ?? [];

interface Period {
  from?: string;
  to?: string;
}

/** The answer of `get_business`. */
export interface BusinessAnswer {
  business: {
    name?: string;
    time_zone?: string;
    country?: string;
    currency?: string;
    opening_hours?: string[];
    closures?: (Period & { reason?: string })[];
    special_hours?: (Period & { hours?: string; reason?: string; staff?: string[] })[];
    rules?: {
      minimum_notice?: string;
      booking_window?: string;
      slot_interval?: string;
      max_per_customer_and_day?: number;
      max_per_day?: number;
    };
  };
  services?: {
    id: string;
    name?: string;
    description?: string;
    duration?: string;
    /** Before the first of `price_changes`. */
    price?: number;
    price_today?: number;
    price_changes?: { from: string; price: number }[];
    buffer_before?: string;
    buffer_after?: string;
    staff?: string[];
    active?: boolean;
  }[];
  staff?: {
    id: string;
    name?: string;
    title?: string;
    opening_hours?: string[];
    time_off?: Period[];
    active?: boolean;
  }[];
}

/** The wall clock of a local time with offset, which answers have: `2026-11-24T10:00:00-05:00` is shown as 10:00. */
export function localMoment(local: string | undefined): string {
  if (!local) return '';
  const at = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(at.getTime())) return local;
  return new Intl.DateTimeFormat(pageLocale(), {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(at.getUTCFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
