/** Maximum size of an event delivery, in bytes. */
export const MAX_DELIVERY_BYTES = 256 * 1024;
/** Maximum size of a report of a call, in bytes: one of three hours with the time of each word has about one million. */
export const MAX_REPORT_BYTES = 2 * 1024 * 1024;
/** Maximum size of any other request body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
