import type { ToolDefinition } from '../core/define.ts';
import { cancelBooking } from './cancel-booking.ts';
import { createBooking } from './create-booking.ts';
import { findOpenTimes } from './find-open-times.ts';
import { getOpeningHours } from './get-opening-hours.ts';
import { listBookings } from './list-bookings.ts';
import { listServices } from './list-services.ts';
import { updateBooking } from './update-booking.ts';

/** The tools of the voice profile, in the order of `tools/list`. */
export const VOICE_TOOLS: readonly ToolDefinition[] = [
  listServices,
  getOpeningHours,
  findOpenTimes,
  createBooking,
  listBookings,
  updateBooking,
  cancelBooking,
];

export {
  CALLER_CHECKS,
  type CallerCheck,
  UNKNOWN_CALLER,
  type VoiceCaller,
  type VoiceSettings,
} from './caller/caller.ts';
export { failedSpeech, spokenFailure, spokenResult } from './core/failure.ts';
