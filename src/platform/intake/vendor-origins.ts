/** The servers of vendors to which keys of operators are sent, and no others. */
export const VENDOR_ORIGINS = [
  'https://api.telnyx.com',
  'https://api.twilio.com',
  'https://intelligence.twilio.com',
] as const;

/** Servers that stand in for those of vendors, by the origin of the vendor's. */
export type VendorOrigins = Readonly<Partial<Record<(typeof VENDOR_ORIGINS)[number], string>>>;
