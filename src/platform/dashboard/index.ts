import type { Hono } from 'hono';
import type { AdminWebhooks } from '../admin/webhooks.ts';
import type { PlatformEnv } from '../http/request-origin.ts';
import type { RouteContext } from '../routes/context.ts';
import { businessRoutes } from './business.ts';
import { callSourceRoutes } from './call-sources.ts';
import { erasureRoutes } from './erasures.ts';
import { importRoutes } from './imports.ts';
import { keyRoutes } from './keys.ts';
import { mergeRoutes } from './merges.ts';
import { createHashing } from './password-check.ts';
import { promiseRoutes } from './promises.ts';
import { mountEndpoints } from './router.ts';
import { signInRoutes } from './sign-in.ts';
import { type CalendarReading, staffCalendarRoutes } from './staff-calendars.ts';
import { toolRoutes } from './tools.ts';
import { passwordLinkRoutes, userRoutes } from './users.ts';
import { dashboardWebhookRoutes } from './webhooks.ts';

/** Adds the endpoints of the dashboard. */
export function mountDashboard(
  app: Hono<PlatformEnv>,
  context: RouteContext,
  { webhooks, calendars }: { webhooks: AdminWebhooks; calendars: CalendarReading },
): void {
  const hashing = createHashing();
  mountEndpoints(app, context, {
    ...signInRoutes(context, hashing),
    ...passwordLinkRoutes(context, hashing),
    ...userRoutes(context),
    ...keyRoutes(context),
    ...dashboardWebhookRoutes(context, webhooks),
    ...callSourceRoutes(context),
    ...businessRoutes(context),
    ...staffCalendarRoutes(context, calendars),
    ...promiseRoutes(context),
    ...erasureRoutes(context),
    ...mergeRoutes(context),
    ...importRoutes,
    ...toolRoutes,
  });
}
