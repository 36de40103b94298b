/** Pages are 1-indexed (specification, Limits). */
export const DEFAULT_PAGE = 1;
/** Default number of records per page (specification, Limits). */
export const DEFAULT_PER_PAGE = 25;
/** Maximum number of records per page (specification, Limits). The specification does not show what more leads to. */
export const MAX_PER_PAGE = 100;
/** Default lifetime of a key, in days (specification, Resources, API key). */
export const DEFAULT_KEY_DAYS = 365;
/** Prefix of every valid key (specification, Authentication, 2). */
export const KEY_PREFIX = 'sk_live_';
/** Prefix of every path of the API (specification, General rules, 1). */
export const API_ROOT = '/api';
