import { ApiError, scan } from '../../api/index.ts';
import { quoted, say } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { kindsOfEventType, mayShow } from '../core/record-kinds.ts';
import { eventTypeName } from '../presenters/webhook-event.ts';

/** Event types that an error message lists. More would not help. */
const MAX_LISTED = 30;

/**
 * Rejects a URL with credentials, which must not be passed on, or with a fragment. The platform decides which networks
 * it delivers to, because it may run in a private one.
 * @throws ToolError
 */
export function assertValidWebhookUrl(text: string): void {
  const url = new URL(text);
  if (url.username || url.password) {
    throw new ToolError('url: leave out the user name and password; a platform would store and show them.');
  }
  if (text.includes('#')) throw new ToolError('url: leave out the fragment (#…), which is never sent.');
}

/**
 * Rejects event types about records that the caller may not read: the platform would send these records to an address that
 * the caller chooses.
 * @throws ToolError
 */
export function rejectHiddenEvents(events: readonly string[], context: ToolContext): void {
  const refused = events.filter((event) => !kindsOfEventType(event).every((kind) => mayShow(kind, context)));
  if (refused.length === 0) return;
  throw new ToolError(
    say`events: ${quoted(refused.join(', '), 200)} would send records that this caller may not read. The operator can offer it the tools that read them.`,
  );
}

/**
 * Rejects event types that the platform's catalogue does not contain. If the catalogue cannot be read completely, the
 * platform decides.
 * @throws ToolError
 */
export async function rejectUnknownEvents(events: readonly string[], context: ToolContext): Promise<void> {
  const { api, signal, clock } = context;
  const names = new Set<string>();
  let unnamed = 0;
  const catalogue = await scan(
    (query) => api.listWebhookEvents({ query, signal }),
    (read) => {
      const name = eventTypeName(read);
      if (name === undefined) unnamed++;
      else names.add(name);
    },
    { clock },
  ).catch((error: unknown) => {
    if (!(error instanceof ApiError) || signal.aborted) throw error;
    return { complete: false };
  });
  if (!catalogue.complete || unnamed > 0 || names.size === 0) return;
  // Some platforms accept patterns such as booking.*, which no catalogue lists.
  const unknown = events.filter((event) => !names.has(event) && !event.includes('*'));
  if (unknown.length === 0) return;
  const known = [...names].slice(0, MAX_LISTED).join(', ');
  throw new ToolError(
    say`events: the platform has no ${quoted(unknown.join(', '), 200)}. Choose from ${quoted(known, 1_000)}.`,
  );
}
