import type { OpenPeriod } from './opening-hours.ts';

/** Minutes of a day of 24 hours: where its minutes after midnight end. */
export const DAY_MINUTES = 24 * 60;

/** The periods of a day on which the business never closes. */
export const WHOLE_DAY: readonly OpenPeriod[] = [{ from: 0, to: DAY_MINUTES }];
