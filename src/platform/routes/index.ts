import { createAnnouncement } from '../derived/announced.ts';
import type { Handlers } from '../http/router.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { availabilityRoutes } from './availability.ts';
import { bookingRoutes } from './bookings.ts';
import { businessRoutes } from './business.ts';
import { calendarFeedRoutes } from './calendar-feeds.ts';
import { callRoutes } from './calls.ts';
import { contactRoutes } from './contacts.ts';
import type { RouteContext } from './context.ts';
import { followUpRoutes } from './follow-ups.ts';
import { searchRoutes } from './search.ts';
import { summaryRoutes } from './summary.ts';
import { webhookRoutes } from './webhooks.ts';

/** A handler for every endpoint of the contract. */
export function createHandlers(context: RouteContext): Handlers {
  return {
    ...bookingRoutes(context),
    ...contactRoutes(context),
    ...callRoutes(context),
    ...searchRoutes(context),
    ...businessRoutes(context),
    ...availabilityRoutes(context),
    ...calendarFeedRoutes(context),
    ...summaryRoutes(context),
    ...followUpRoutes(context),
    ...webhookRoutes(context),
    ...apiKeyRoutes(context),
    getCapabilities: createAnnouncement(context.store),
  };
}
