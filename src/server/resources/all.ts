import { bookingCalendarResource } from './booking-calendar.ts';
import { catalogueResources } from './catalogues.ts';
import type { ResourceDefinition } from './define.ts';
import { recordResources } from './records.ts';
import { transcriptResource } from './transcript.ts';

/** Every resource there is, in the order in which they are listed. */
export const ALL_RESOURCES: readonly ResourceDefinition[] = [
  ...recordResources,
  bookingCalendarResource,
  transcriptResource,
  ...catalogueResources,
];
