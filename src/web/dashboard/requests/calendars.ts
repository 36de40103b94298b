import { request } from './http.ts';

/** What is known of the private calendar of a person, without its address (docs/staff-calendars.md). Times are UTC instants. */
export interface PrivateCalendar {
  staff_id: string;
  state: 'fresh' | 'stale' | 'unknown';
  is_reading: boolean;
  /** Time of the copy that counts. */
  read_at: string | null;
  attempted_at: string | null;
  /** Why the last attempt failed; null for members. */
  error: { message: string; advice: string } | null;
  /** In the coming 7 days; null for members. */
  busy_times: number | null;
}

export interface PrivateCalendars {
  /** Of the business. */
  revision: number;
  calendars: PrivateCalendar[];
}

const calendars = (teamId: string, staffId?: string, action = '') =>
  `/api/dashboard/teams/${encodeURIComponent(teamId)}/staff-calendars${staffId ? `/${encodeURIComponent(staffId)}` : ''}${action}`;

export const listCalendars = (teamId: string) => request<PrivateCalendars>('GET', calendars(teamId));
/** @param body.address null removes it. */
export const setCalendar = (teamId: string, staffId: string, body: { address: string | null; revision: number }) =>
  request('POST', calendars(teamId, staffId), body);
export const readCalendar = (teamId: string, staffId: string) =>
  request('POST', calendars(teamId, staffId, '/read'), {});
