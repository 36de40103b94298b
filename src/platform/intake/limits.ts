/** Maximum size of a delivery, in bytes: a call of three hours with the time of each word has about one million. */
export const MAX_REPORT_BYTES = 2 * 1024 * 1024;
/** Reports of one source that are kept although they are not understood. */
export const MAX_KEPT_REPORTS = 500;
/** Reports of one call that are combined, and their bytes: each new one is combined with all before it. */
export const MAX_REPORTS_OF_CALL = 100;
export const MAX_BYTES_OF_CALL = 3 * MAX_REPORT_BYTES;
