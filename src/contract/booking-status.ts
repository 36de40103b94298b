/** The word for every status but those of bookings that do not take place. */
export const ACTIVE = 'active';

/** The status of a booking whose customer did not come (extension `no_shows`). */
export const NO_SHOW = 'no_show';

/** Statuses of bookings that do not take place. The specification lists none, so the words decide. */
const INACTIVE = /cancell?ed|reject|declin|denied|fail|error/i;

/** Platforms write it with a space, a hyphen or in one word, too. */
const MISSED = /no[\s_-]?show/i;

/** True for the status of a booking whose customer did not come. Its time was taken, but it is no visit and has no value. */
export const isNoShowStatus = (status: string): boolean => MISSED.test(status);

/** True for the status of a booking that takes place; that of one whose cancellation is only requested is one. */
export const isActiveStatus = (status: string): boolean => !INACTIVE.test(status) && !isNoShowStatus(status);
