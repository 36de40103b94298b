/**
 * What pages of this server may do (CSP Level 3): load their own script and style, and ask this server. No code and no style
 * in the page itself, no text that becomes code (Trusted Types), no frame around it.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Features of browsers that no page needs. Copying a key needs only writing to the clipboard. */
const PERMISSIONS = ['camera', 'clipboard-read', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

const COMMON = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
};

/** Headers of pages and of their scripts and styles. They hold nothing of the business, and are revalidated each time. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'no-cache',
};

/** Headers of answers to pages: data, which must not be shown as a page, framed or kept. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};
