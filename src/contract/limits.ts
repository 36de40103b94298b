/** Page number: 1-indexed (specification, Limits). */
export const DEFAULT_PAGE = 1;
/** Records on a page when the request does not say (specification, Limits). */
export const DEFAULT_PER_PAGE = 25;
/** The largest page (specification, Limits). What happens above it is not shown. */
export const MAX_PER_PAGE = 100;
/** Lifetime of a key when its creation does not say, in days (specification, Resources, API key). */
export const DEFAULT_KEY_DAYS = 365;
/** What every valid key begins with (specification, Authentication, 2). */
export const KEY_PREFIX = 'sk_live_';
/** Every path of the API is below this (specification, General rules, 1). */
export const API_ROOT = '/api';
