import type { Source } from './event.ts';
import type { EventBus, EventListener } from './event-bus.ts';

/** Events as the rest of the program uses them. Nothing is loaded or opened before first use. */
export interface EventService {
  /** The configured sources. Without one there are never any events. */
  readonly sources: readonly Source[];
  /**
   * Returns the recent events, and opens what the sources need.
   * @throws the errors of a request to the platform.
   */
  open(): Promise<EventBus>;
  /** Subscribes to new events, and opens what that needs until it succeeds. Returns the function that unsubscribes. */
  listen(listener: EventListener): () => void;
  /** True if the latest events could not be read when the service was last opened. */
  isBehind(): boolean;
  /** Returns a sentence for each known reason why events may be missing. */
  knownGaps(): string[] | Promise<string[]>;
}
