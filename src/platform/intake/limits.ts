import { MAX_REPORT_BYTES } from '../../lib/http/body-sizes.ts';
import { DAY_MS } from '../../lib/time/units.ts';

/** Reports of one source that are kept although they are not understood. */
export const MAX_KEPT_REPORTS = 500;
/** Reports of one call that are combined, and their bytes: each new one is combined with all before it. */
export const MAX_REPORTS_OF_CALL = 100;
export const MAX_BYTES_OF_CALL = 3 * MAX_REPORT_BYTES;

/** No system with voice agents is older. Earlier times are what programs write for none, such as those of the years 1 and 1970. */
export const EARLIEST_CALL_MS = Date.UTC(1980, 0);
/** How far ahead of now a call may be: clocks differ, and times without their zone are wrong by hours. */
export const MAX_CALL_AHEAD_MS = DAY_MS;
