/** The word for every status but those of bookings that do not take place. */
export const ACTIVE = 'active';

/** Statuses of bookings that do not take place. The specification lists none, so the words decide. */
const INACTIVE = /cancell?ed|reject|declin|denied|fail|error/i;

/** True for the status of a booking that takes place; that of one whose cancellation is only requested is one. */
export const isActiveStatus = (status: string): boolean => !INACTIVE.test(status);
