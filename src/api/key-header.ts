/** HTTP headers that can carry the API key (specification, Authentication, 1). */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;
export type KeyHeader = (typeof KEY_HEADERS)[number];
