import { accountTools } from './account.ts';
import { summarizeActivity } from './activity/summarize-activity.ts';
import { bookingTools } from './bookings/index.ts';
import { callTools } from './calls/index.ts';
import { contactTools } from './contacts/index.ts';
import type { ToolDefinition } from './core/define.ts';
import { eventTools } from './events.ts';
import { keyTools } from './keys.ts';
import { serviceTools } from './services.ts';
import { setupTools } from './setup/index.ts';
import { webhookTools } from './webhooks/index.ts';

/** All tools, in the order of `tools/list`. */
export const ALL_TOOLS: readonly ToolDefinition[] = [
  ...accountTools,
  ...eventTools,
  summarizeActivity,
  ...bookingTools,
  ...contactTools,
  ...callTools,
  ...serviceTools,
  ...webhookTools,
  ...setupTools,
  ...keyTools,
];

export type { QuestionForm } from './core/ask.ts';
export type { Audit, AuditedEnd, AuditedWrite } from './core/audit-log.ts';
export { type Elicitation, QUESTION_TTL_MS, withConfirmation } from './core/confirm.ts';
export type { ToolContext, ToolServices } from './core/context.ts';
export { type Annotations, type ToolDefinition, toolAnnotations } from './core/define.ts';
export { ToolError, type ToolFailure, toFailure } from './core/errors.ts';
export { requiresConfirmation } from './core/filter.ts';
export type { IndexProgress } from './core/index-progress.ts';
export type { ToolObserver } from './core/observer.ts';
export { originFields } from './core/origin.ts';
export {
  type CallScope,
  callTool,
  createToolContext,
  currentSettings,
  executeTool,
  refuseSpoken,
} from './core/pipeline.ts';
export { existingOutput, questionOutput } from './core/question.ts';
export { READING_TOOLS } from './core/record-kinds.ts';
export { restrictTools, type Selection, selectTools } from './core/registry.ts';
export {
  type BusinessSettings,
  CONFIRMS,
  OUTPUTS,
  REDACTIONS,
  type ToolSettings,
} from './core/settings.ts';
export { ALL_TOOLSETS, DEFAULT_TOOLSETS, TOOLSETS, type Toolset } from './core/toolsets.ts';
export { createMemoryIdempotencyStore } from './idempotency/memory-store.ts';
export { fenceFor, UNTRUSTED_NOTICE } from './output/fence.ts';
export { recordKindsIn } from './output/hidden-records.ts';
export { toLabelledJson, untrustedMeta } from './output/protect.ts';
export { renderSentence } from './output/quote.ts';
export type { ToolResult } from './output/render.ts';
export { bookingOutput } from './presenters/booking.ts';
export { bookingCalendar, CALENDAR_TYPE } from './presenters/booking-calendar.ts';
export { mayShowEvent, presentEvent, recordUri } from './presenters/event.ts';
export { createCallCache } from './search/call-cache.ts';
export { createSearchCache } from './search/search-cache.ts';
export { VIEW_META, type ViewData } from './views/view-data.ts';
export type { VoiceSettings } from './voice/caller/caller.ts';
export { resolveCaller } from './voice/caller/resolve-caller.ts';
export { createVoiceMemory } from './voice/core/memory.ts';
