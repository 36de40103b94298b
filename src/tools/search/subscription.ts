import { ApiError, scan } from '../../api/index.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { quoted } from '../output/quote.ts';
import { eventName } from '../presenters/webhook-event.ts';

/** Event types named in a refusal; more would be read by nobody. */
const NAMED = 30;

/**
 * Refuses an address that no platform can send to, or that holds what must not be handed on. Which networks may be
 * reached is the platform's to say: its own may be a private one.
 * @throws ToolError
 */
export function assertPublicAddress(text: string): void {
  const url = new URL(text);
  if (url.username || url.password) {
    throw new ToolError('url: leave out the user name and password; a platform would store and show them.');
  }
  if (text.includes('#')) throw new ToolError('url: leave out the fragment (#…), which is never sent.');
}

/**
 * Refuses event types that the platform's catalogue does not have. A catalogue that cannot be read, or not to its end,
 * proves nothing: then the platform decides.
 * @throws ToolError
 */
export async function refuseUnknownEvents(events: readonly string[], context: ToolContext): Promise<void> {
  const { api, signal, clock, settings } = context;
  const names = new Set<string>();
  let unnamed = 0;
  const seen = await scan(
    (query) => api.listWebhookEvents({ query, signal }),
    (read) => {
      const name = eventName(read);
      if (name === undefined) unnamed++;
      else names.add(name);
    },
    { clock },
  ).catch((error: unknown) => {
    if (!(error instanceof ApiError) || signal.aborted) throw error;
    return { complete: false };
  });
  if (!seen.complete || unnamed > 0 || names.size === 0) return;
  // Some platforms take patterns such as booking.*, which no catalogue lists.
  const unknown = events.filter((event) => !names.has(event) && !event.includes('*'));
  if (unknown.length === 0) return;
  const known = [...names].slice(0, NAMED).join(', ');
  throw new ToolError(
    `events: the platform has no ${quoted(unknown.join(', '), settings, 200)}. Choose from ${quoted(known, settings, 1_000)}.`,
  );
}
