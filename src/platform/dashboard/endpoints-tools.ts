import * as z from 'zod';
import type { DashboardEndpoint } from './endpoints.ts';

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
    summary: 'Call a tool',
    description:
      'The body has the arguments of a tool, as `tools/list` shows them, the response is the `CallToolResult` of MCP with structured content. A call that has to be confirmed is answered with a `question`; with the arguments of its `repeat_with` the call is executed. Only owners and admins can use tools that change the business or webhooks.',
  },
} as const satisfies Record<string, DashboardEndpoint>;
