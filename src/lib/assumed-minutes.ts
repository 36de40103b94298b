/** Minutes that an appointment takes if no service record has a duration, for free times and for what is drawn. */
export const ASSUMED_MINUTES = 60;
