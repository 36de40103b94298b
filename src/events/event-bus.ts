import type { Logger } from '../lib/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { createEventDeduplicator } from './deduplicate.ts';
import type { PlatformEvent } from './event.ts';
import { createEventBuffer, type EventBuffer } from './event-buffer.ts';

export type EventListener = (event: PlatformEvent) => void;

/** Where every source's events come together: each is kept, and told to each listener, once. */
export interface EventBus {
  buffer: EventBuffer;
  /** Takes an event in; false when it was known already. */
  emit(event: PlatformEvent, options?: EmitOptions): boolean;
  /** Tells a listener of each event from now on. Returns what ends that. */
  onEvent(listener: EventListener): () => void;
}

export interface EmitOptions {
  /** It happened before anybody listened: kept, and told to nobody. */
  historical?: boolean;
  /** Its number in the order that the journal follows. */
  sequence?: number | undefined;
}

export interface EventBusOptions {
  clock: Clock;
  logger: Logger;
  /** Of the journal. */
  maxEvents?: number;
  maxAgeMs?: number;
}

export function createEventBus(options: EventBusOptions): EventBus {
  const { clock, logger } = options;
  const journal = createEventBuffer(options);
  const sameness = createEventDeduplicator(clock);
  const listeners = new Set<EventListener>();
  const tell = (event: PlatformEvent) => {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        logger.error('a listener to events failed', { error });
      }
    }
  };
  return {
    buffer: journal,
    emit(event, { historical = false, sequence } = {}) {
      if (!sameness.isNew(event)) return false;
      journal.add(event, sequence);
      logger.info('event', { type: event.type, source: event.source, record: event.recordId });
      if (!historical) tell(event);
      return true;
    },
    onEvent(listener) {
      // The same function may listen twice: each time is one of its own.
      const own: EventListener = (event) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
