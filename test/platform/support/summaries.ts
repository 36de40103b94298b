import { SUMMARY_GROUPINGS } from '../../../src/contract/index.ts';

/** A window in which the small business has bookings and calls. */
const WINDOW = 'from=2026-01-01T00:00:00Z&to=2026-11-01T00:00:00Z';

const groupings = (kind: keyof typeof SUMMARY_GROUPINGS) => [
  ...SUMMARY_GROUPINGS[kind].map((name) => `kind=${kind}&group_by=${name}&${WINDOW}`),
  ...SUMMARY_GROUPINGS[kind].map((name) => `kind=${kind}&group_by=${name},day&limit=1`),
];

/** Queries of `GET /v1/summary` that need every statement of it. */
export const SUMMARIES: readonly string[] = [
  ...groupings('bookings'),
  ...groupings('calls'),
  'kind=bookings&order=value&group_by=month',
  'kind=bookings&contact_id=ct_1_a&service_id=sv_cut_a&staff_id=st_1_a&status=active',
  'kind=bookings&contact_id=ct_9_a&group_by=customer,staff',
  'kind=bookings&service_id=sv_none_a',
  'kind=bookings&staff_id=st_9_a',
  'kind=bookings&status=unheard_of',
  'kind=calls&contact_id=ct_1_a&phone=%2B15550100101',
  'kind=calls&contact_id=ct_1_a&group_by=caller,outcome',
  'kind=calls&status=completed&outcome=question&direction=inbound&language=en',
  'kind=calls&status=unheard_of',
  'kind=calls&outcome=unheard_of',
  'kind=calls&direction=unheard_of',
];
