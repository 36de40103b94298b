/** Why a booking does not fit its business, in words, by the reasons of the platform (extension `business`). */
export const MISFIT_WORDS: Readonly<Record<string, string>> = {
  closed: 'the business is closed',
  away: 'this person is away',
  outside_hours: 'outside of working hours',
  staff_unavailable: 'this person takes no bookings',
  not_performed: 'this person does not perform the service',
  service_unavailable: 'the service is not offered',
};

/** Those for which another person can help. */
export const MISFITS_OF_A_PERSON: ReadonlySet<string> = new Set([
  'away',
  'outside_hours',
  'staff_unavailable',
  'not_performed',
]);
