import { generic } from './generic.ts';
import { telnyx } from './telnyx.ts';
import { twilio } from './twilio.ts';
import type { Vendor, VendorName } from './vendor.ts';

/** The vendors whose deliveries this version understands. */
export const VENDORS: Partial<Record<VendorName, Vendor>> = { generic, telnyx, twilio };
