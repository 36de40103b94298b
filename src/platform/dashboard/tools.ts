import { randomText } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json.ts';
import { notFound } from '../http/errors.ts';
import type { DashboardHandlers } from './router.ts';

/** Tool calls, which the server in front of the platform answers. */
export const toolRoutes: Pick<DashboardHandlers, 'callTool'> = {
  async callTool({ team, session, body, params, context: { req, env = {} } }) {
    const { id, user, expiresAt } = session;
    const result = await env.dashboard?.callTool({
      session: { id, teamId: team.id, expiresAt },
      user,
      role: team.role,
      tool: params.tool_name ?? '',
      input: body as JsonObject,
      signal: req.raw.signal,
      client: env.client ?? '',
      requestId: env.id ?? randomText(12),
      traceparent: env.traceparent,
    });
    if (!result) throw notFound('tool');
    return result as never;
  },
};
