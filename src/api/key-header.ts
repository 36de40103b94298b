/** The two headers a key may travel in (specification, Authentication, 1). */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;
export type KeyHeader = (typeof KEY_HEADERS)[number];
