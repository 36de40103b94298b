import { randomText } from '../lib/ids.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { Clock } from '../lib/time/clock.ts';
import { createEventDeduplicator } from './deduplicate.ts';
import type { PlatformEvent, Source } from './event.ts';
import { createEventBuffer, type EventBuffer } from './event-buffer.ts';

/** Type of the event that listeners get when events that they have seen no longer exist. */
const RESTORED_TYPE = 'platform.restored';

export type EventListener = (event: PlatformEvent) => void;

/** Combines the events of all sources: deduplicates, buffers and dispatches them. */
export interface EventBus {
  buffer: EventBuffer;
  /** Adds an event and calls the listeners. Returns false for a duplicate. */
  emit(event: PlatformEvent, options?: EmitOptions): boolean;
  /**
   * Removes the events that their source no longer has, and tells the listeners that anything may have changed, by an
   * event of unknown kind that is not buffered.
   */
  restart(source: Source, at: string, isKept: (event: PlatformEvent) => boolean): void;
  /** Subscribes to new events. Returns the function that unsubscribes. */
  onEvent(listener: EventListener): () => void;
}

export interface EmitOptions {
  /** True if it happened before this process listened: it is buffered, and no listener is called. */
  historical?: boolean;
  /** Its number in the sequence that the buffer has adopted. */
  sequence?: number | undefined;
}

interface EventBusOptions {
  clock: Clock;
  logger: Logger;
  /** Capacity of the buffer. */
  maxEvents?: number;
  maxAgeMs?: number;
}

export function createEventBus(options: EventBusOptions): EventBus {
  const { clock, logger } = options;
  const buffer = createEventBuffer(options);
  const deduplicator = createEventDeduplicator(clock);
  const listeners = new Set<EventListener>();
  const dispatch = (event: PlatformEvent) => {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        logger.error('a listener to events failed', { error });
      }
    }
  };
  return {
    buffer,
    emit(event, { historical = false, sequence } = {}) {
      if (!deduplicator.isNew(event)) return false;
      buffer.add(event, sequence);
      logger.info('event', { type: event.type, source: event.source, record: event.recordId });
      if (!historical) dispatch(event);
      return true;
    },
    restart(source, at, isKept) {
      const removed = buffer.retain(isKept);
      logger.warn('the events of the database were replaced by older ones: it was restored', { removed });
      const id = `restored_${randomText(12)}`;
      dispatch({ id, type: RESTORED_TYPE, at, receivedAt: at, kind: 'unknown', source, data: {} });
    },
    onEvent(listener) {
      // The wrapper makes each subscription distinct, because one function may subscribe several times.
      const subscription: EventListener = (event) => listener(event);
      listeners.add(subscription);
      return () => void listeners.delete(subscription);
    },
  };
}
