import { bland } from './bland.ts';
import { elevenlabs } from './elevenlabs.ts';
import { generic } from './generic.ts';
import { retell } from './retell.ts';
import { telnyx } from './telnyx.ts';
import { twilio } from './twilio.ts';
import { vapi } from './vapi.ts';
import type { Vendor, VendorName } from './vendor.ts';

/** The vendors whose deliveries this version understands. */
export const VENDORS: Partial<Record<VendorName, Vendor>> = {
  bland,
  elevenlabs,
  generic,
  retell,
  telnyx,
  twilio,
  vapi,
};
