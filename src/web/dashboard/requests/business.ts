import { request } from './http.ts';

/** An appointment ahead that does not fit the business. */
export interface Misfit {
  booking_id: string;
  start_time: string;
  service_name: string;
  staff_name: string;
  contact_name: string;
  contact_phone: string | null;
  contact_email: string | null;
  reason: string;
}

export interface MisfitList {
  /** The first ones. */
  items: Misfit[];
  total: number;
}

export const listMisfits = (teamId: string) =>
  request<MisfitList>('GET', `/api/dashboard/teams/${encodeURIComponent(teamId)}/misfits`);
