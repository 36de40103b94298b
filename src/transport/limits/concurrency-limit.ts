import type { IncomingMessage, ServerResponse } from 'node:http';
import { beside } from '../../lib/beside.ts';

/** A request's place among those that may be under way at a time. */
export interface Place {
  /** Gives it up for a while. To be called when it is needed again, which nobody is refused. */
  leave(): () => void;
}

/** Counts requests that are under way. */
export function createPlaces(most: number) {
  const places = beside<IncomingMessage, Place>('place');
  let taken = 0;
  return {
    /** Takes a place until the answer is over. False: there is none. */
    take(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      if (taken >= most) return false;
      let [held, over] = [true, false];
      taken++;
      const give = () => {
        if (held) taken--;
        held = false;
      };
      const again = () => {
        if (held || over) return;
        held = true;
        taken++;
      };
      outgoing.once('close', () => {
        over = true;
        give();
      });
      places.set(incoming, {
        leave() {
          give();
          return again;
        },
      });
      return true;
    },
    of: (incoming: IncomingMessage) => places.get(incoming),
  };
}
