import { createBusinessCache } from '../business/cache.ts';
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
import { webhookRoutes } from './webhooks.ts';

/** A handler for every endpoint of the contract. */
export function createHandlers(context: RouteContext): Handlers {
  const businesses = createBusinessCache();
  return {
    ...bookingRoutes(context, businesses),
    ...contactRoutes(context),
    ...callRoutes(context),
    ...businessRoutes(context, businesses),
    ...availabilityRoutes(context, businesses),
    ...calendarFeedRoutes(context),
    ...webhookRoutes(context),
    ...apiKeyRoutes(context),
    getCapabilities: createAnnouncement(context.store),
    // Loaded with their first request: they are large, and most processes get none.
    getCalendarConflicts: async (request) =>
      (await import('./calendar-conflicts.ts'))
        .calendarConflictRoutes(context, businesses)
        .getCalendarConflicts(request),
    searchCalls: async (request) => (await import('./search.ts')).searchRoutes(context).searchCalls(request),
    listFollowUps: async (request) => (await import('./follow-ups.ts')).followUpRoutes(context).listFollowUps(request),
    getSummary: async (request) => (await import('./summary.ts')).summaryRoutes(context).getSummary(request),
  };
}
