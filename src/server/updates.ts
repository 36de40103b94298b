import type { PlatformEvent } from '../events/event.ts';
import type { ResourceUpdates } from '../lib/protocol.ts';
import { recordUri, type ToolServices } from '../tools/index.ts';
import { RECENT_EVENTS } from './resources/catalogues.ts';

/** The addresses whose content an event changes, as far as they are offered. */
export function changedUris({ kind, recordId }: PlatformEvent, offered: readonly string[]): string[] {
  const record = recordUri(kind, recordId, offered);
  const transcript = kind === 'call' && record && offered.includes('get_call_transcript') ? `${record}/transcript` : '';
  const recent = offered.includes('list_recent_events') ? RECENT_EVENTS : '';
  // The list comes last: whoever reads it then finds the records changed.
  return [record ?? '', transcript, recent].filter(Boolean);
}

/** What clients can listen to; undefined where nothing tells of events, so that nobody is left waiting. */
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
