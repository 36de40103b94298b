import type { PlatformEvent } from '../events/event.ts';
import type { ResourceUpdates } from '../lib/protocol.ts';
import { mayShowEvent, recordUri, type ToolServices } from '../tools/index.ts';
import { RECENT_EVENTS } from './resources/catalogues.ts';

/** Returns the URIs whose content an event changes for a caller with these tools. */
export function changedUris(event: PlatformEvent, offered: readonly string[]): string[] {
  const { kind } = event;
  const record = recordUri(event, { offered });
  const transcript = kind === 'call' && record && offered.includes('get_call_transcript') ? `${record}/transcript` : '';
  const recent = offered.includes('list_recent_events') && mayShowEvent(event, { offered }) ? RECENT_EVENTS : '';
  // The list comes last: a client that then reads it finds the records already invalidated.
  return [record ?? '', transcript, recent].filter(Boolean);
}

/** Returns the updates that clients can subscribe to; undefined without a source of events, because none would arrive. */
export function resourceUpdates({
  events,
  offered,
}: Pick<ToolServices, 'events' | 'offered'>): ResourceUpdates | undefined {
  if (events.sources.length === 0) return undefined;
  return {
    subscribe: (listener) =>
      events.listen((event) => {
        for (const uri of changedUris(event, offered)) listener(uri);
      }),
  };
}
