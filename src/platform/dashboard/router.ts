import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import { API_ROOT } from '../../contract/index.ts';
import { isObject } from '../../lib/json.ts';
import { requireSameOrigin } from '../auth/origin.ts';
import { isAdmin } from '../auth/role-scopes.ts';
import { type OpenSession, requireSession, type SessionContext } from '../auth/session-caller.ts';
import { readBody } from '../http/body.ts';
import { forbidden } from '../http/errors.ts';
import type { PlatformEnv } from '../http/request-origin.ts';
import { sanitizeParams } from '../http/router.ts';
import { roleIn } from '../store/accounts/users.ts';
import type { Role } from '../store/schema/schema.ts';
import type { DashboardEndpoint, TextFile } from './endpoint.ts';
import { DASHBOARD_ENDPOINTS, type DashboardEndpointName } from './endpoints.ts';

type Row<N extends DashboardEndpointName> = (typeof DASHBOARD_ENDPOINTS)[N];

/** The team of the path, and the role of the user in it. */
interface Membership {
  id: string;
  role: Role;
}

/** The argument of a handler. Session, role and body are checked. */
export interface DashboardRequest<N extends DashboardEndpointName> {
  params: Record<string, string>;
  body: Row<N>['body'] extends z.ZodType ? z.output<Row<N>['body']> : null;
  session: Row<N>['access'] extends 'public' ? undefined : OpenSession;
  team: Row<N>['access'] extends 'member' | 'admin' | 'owner' ? Membership : undefined;
  context: Context<PlatformEnv>;
  /** Makes a change and records it in the audit log. A public endpoint calls it; the changes of a session are recorded already. */
  record: RecordedChange;
}

/** @param user who makes the change; undefined if the user is unknown. */
type RecordedChange = <T extends object>(user: AuditedUser | undefined, make: () => Promise<T>) => Promise<T>;

interface AuditedUser {
  id: string;
  email: string;
}

type Handler<N extends DashboardEndpointName> = (
  request: DashboardRequest<N>,
) => Promise<Row<N> extends { file: unknown } ? TextFile : z.input<ReturnType<Row<N>['data']>>>;

/** One handler per row of the table. The mapped type makes a missing handler a compile error. */
export type DashboardHandlers = { [N in DashboardEndpointName]: Handler<N> };

/** Adds the endpoints of `DASHBOARD_ENDPOINTS`. Each authorizes before it reads the body: 401, 403, 400. */
export function mountEndpoints(app: Hono<PlatformEnv>, sessions: SessionContext, handlers: DashboardHandlers): void {
  for (const name of Object.keys(DASHBOARD_ENDPOINTS) as DashboardEndpointName[]) {
    const endpoint: DashboardEndpoint = DASHBOARD_ENDPOINTS[name];
    // The cast is safe: the mapped type above checks each handler against its own row.
    const handle = handlers[name] as (request: unknown) => Promise<object>;
    app.on(endpoint.method, API_ROOT + endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
      const params = sanitizeParams(context.req.param() as Record<string, string>);
      const { session, team } = await authorize(sessions, endpoint, context, params.team_id ?? '');
      const body = endpoint.body && (await readBody(context.req.raw, endpoint.body));
      const { dashboard, client = '', id: requestId } = context.env ?? {};
      const { team_id: _, ...ids } = params;
      // Both ids of a merge.
      const pathIds = Object.values(ids).join(' ');
      const record: RecordedChange = (user, make) => {
        // Outside of teams the changed record is the user.
        const recordId = pathIds || (team ? undefined : user?.id);
        return dashboard ? dashboard.recordChange({ endpoint: name, user, recordId, client, requestId }, make) : make();
      };
      const run = () => handle({ params, body, session, team, context, record });
      const isPlan = endpoint.dryRuns && isObject(body) && body.dry_run === true;
      const isChange = endpoint.method !== 'GET' && !endpoint.toolCall && !isPlan;
      const data = isChange && session ? await record(session.user, run) : await run();
      if (endpoint.file) return attachment(data as TextFile);
      return context.json(endpoint.bare ? data : { data });
    });
  }
}

/** A file is saved, and not shown: it would be a page of this server. */
const attachment = ({ name, type, text }: TextFile): Response =>
  new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });

/** An unknown team, another one than the user's and a role that is not enough get the same 403. */
async function authorize(
  sessions: SessionContext,
  { access }: DashboardEndpoint,
  context: Context<PlatformEnv>,
  teamId: string,
): Promise<{ session?: OpenSession; team?: Membership }> {
  const { req, env = {} } = context;
  if (access === 'public') {
    requireSameOrigin(req.raw, { protocol: env.protocol, publicUrl: sessions.publicUrl });
    return {};
  }
  const session = await requireSession(sessions, req.raw, env);
  if (access === 'session') return { session };
  const role = await sessions.store.readUncoordinated((db) => roleIn(db, session.user.id, teamId));
  if (!role || (access === 'admin' && !isAdmin(role)) || (access === 'owner' && role !== 'owner')) throw forbidden();
  return { session, team: { id: teamId, role } };
}
