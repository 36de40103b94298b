import type { Source } from './event.ts';
import type { EventBus, EventListener } from './event-bus.ts';

/** What the rest of the program knows of events. Nothing is loaded or opened before it is asked for. */
export interface EventService {
  /** What tells of events here; with none, none are ever learned of. */
  readonly sources: readonly Source[];
  /**
   * What happened lately. Opens what the sources need.
   * @throws as a request to the platform does.
   */
  open(): Promise<EventBus>;
  /** Tells a listener of each event from now on, and opens what that needs. Returns what ends it. */
  listen(listener: EventListener): () => void;
  /** What is known to be missing, as sentences for an answer. */
  knownGaps(): string[] | Promise<string[]>;
}
