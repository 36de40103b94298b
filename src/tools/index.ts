import { accountTools } from './account.ts';
import { bookingTools } from './bookings.ts';
import { callTools } from './calls.ts';
import { contactTools } from './contacts.ts';
import type { ToolDefinition } from './core/define.ts';
import { eventTools } from './events.ts';
import { keyTools } from './keys.ts';
import { serviceTools } from './services.ts';
import { webhookTools } from './webhooks.ts';

/** Every tool there is, in the order in which they are listed. */
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
export { type Asking, type Question, withConfirmation } from './core/confirm.ts';
export type { ToolContext, ToolServices } from './core/context.ts';
export { type Annotations, annotationsOf, type ToolDefinition } from './core/define.ts';
export { ToolError, type ToolFailure, toFailure } from './core/errors.ts';
export { asksFirst } from './core/filter.ts';
export type { ToolObserver } from './core/observer.ts';
export { originFields } from './core/origin.ts';
export { answerOf, type CallScope, callTool, contextFor } from './core/pipeline.ts';
export { narrowed, type Selection, selectTools } from './core/registry.ts';
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
export { createIntentMemory, type IntentMemory, REMEMBERED_MS } from './idempotency/idempotency-store.ts';
export { fenceFor } from './output/fence.ts';
export { untrustedMeta } from './output/protect.ts';
export type { ToolResult } from './output/render.ts';
export { recordUri } from './presenters/event.ts';
export { createCallCache } from './search/call-cache.ts';
export { createSearchMemory } from './search/search-cache.ts';
