import * as z from 'zod';
import type { DashboardEndpoint } from './endpoint.ts';

/** The tools of the MCP server, called by a signed-in user. */
export const TOOL_ENDPOINTS = {
  callTool: {
    method: 'POST',
    path: '/dashboard/teams/{team_id}/tools/{tool_name}',
    access: 'member',
    body: z.record(z.string(), z.unknown()),
    data: () =>
      z.strictObject({
        content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
        structuredContent: z.record(z.string(), z.unknown()).optional(),
        isError: z.literal(true).optional(),
        _meta: z.record(z.string(), z.unknown()).optional(),
      }),
    bare: true,
    toolCall: true,
  },
} as const satisfies Record<string, DashboardEndpoint>;
