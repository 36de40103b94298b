import { accountTools } from './account.ts';
import { bookingTools } from './bookings.ts';
import { callTools } from './calls.ts';
import { contactTools } from './contacts.ts';
import type { ToolDefinition } from './core/define.ts';
import { eventTools } from './events.ts';
import { keyTools } from './keys.ts';
import { serviceTools } from './services.ts';
import { webhookTools } from './webhooks.ts';

/** All tools, in the order of `tools/list`. */
export const ALL_TOOLS: readonly ToolDefinition[] = [
  ...accountTools,
  ...eventTools,
  ...bookingTools,
  ...contactTools,
  ...callTools,
  ...serviceTools,
  ...webhookTools,
  ...keyTools,
];

export type { Audit } from './core/audit.ts';
export { type ConfirmationRequest, type Elicitation, withConfirmation } from './core/confirm.ts';
export type { ToolContext, ToolServices } from './core/context.ts';
export { type Annotations, type ToolDefinition, toolAnnotations } from './core/define.ts';
export { ToolError, type ToolFailure, toFailure } from './core/errors.ts';
export { requiresConfirmation } from './core/filter.ts';
export type { ToolObserver } from './core/observer.ts';
export { originFields } from './core/origin.ts';
export { type CallScope, callTool, createToolContext, executeTool } from './core/pipeline.ts';
export { restrictTools, type Selection, selectTools } from './core/registry.ts';
export {
  CONFIRMS,
  type Confirm,
  DEFAULT_MAX_TOKENS,
  OUTPUTS,
  type Output,
  REDACTIONS,
  type Redaction,
  type ToolSettings,
} from './core/settings.ts';
export { ALL_TOOLSETS, DEFAULT_TOOLSETS, TOOLSETS, type Toolset } from './core/toolsets.ts';
export { createMemoryIdempotencyStore, IDEMPOTENCY_TTL_MS } from './idempotency/memory-store.ts';
export { fenceFor } from './output/fence.ts';
export { recordKindsIn } from './output/hidden-records.ts';
export { toLabelledJson, untrustedMeta } from './output/protect.ts';
export type { ToolResult } from './output/render.ts';
export { mayShowEvent, recordUri } from './presenters/event.ts';
export { createCallCache } from './search/call-cache.ts';
export { createSearchCache } from './search/search-cache.ts';
