import type { Overload } from '../limits/refuse.ts';
import { ALL_FULL, CALLER_FULL } from './refusals.ts';
import type { EndReason, Session, SessionOffer } from './session.ts';

/** A session in which nothing was asked, and to which nobody listened, for so long is over, in milliseconds. */
const IDLE_MS = 30 * 60_000;
/** How much of all sessions one caller can have. */
const SHARE = 1 / 4;

/** The sessions that are open: never more than `most`. */
export function sessionTable(most: number) {
  const open = new Map<string, Session>();
  const drop = (session: Session | undefined, reason: EndReason) => {
    if (session && open.delete(session.id)) void session.end(reason);
  };
  const expire = () => {
    for (const session of open.values()) if (session.idleMs() >= IDLE_MS) drop(session, 'idle');
  };
  const all = () => [...open.values()];
  return {
    get size() {
      return open.size;
    },
    all,
    /** Ends what was idle for too long. */
    expire,
    /** The session of an id, if it is for just that caller and those rights. */
    find(id: string, { rights }: SessionOffer): Session | undefined {
      const session = open.get(id);
      if (!session || session.offer.rights !== rights) return undefined;
      if (session.idleMs() < IDLE_MS) return session;
      drop(session, 'idle');
      return undefined;
    },
    /** Makes room for one more, or says why there is none. */
    makeRoom({ caller }: SessionOffer): Overload | undefined {
      expire();
      // Where nobody is asked, everybody is the same caller.
      const share = caller === '' ? most : Math.ceil(most * SHARE);
      if (all().filter(({ offer }) => offer.caller === caller).length >= share) return CALLER_FULL;
      // Whoever makes credentials up pushes out others of that kind, and nobody else.
      if (open.size >= most)
        drop(
          all().find(({ offer }) => !offer.proven()),
          'displaced',
        );
      return open.size >= most ? ALL_FULL : undefined;
    },
    add: (session: Session) => void open.set(session.id, session),
    remove: (id: string) => void open.delete(id),
  };
}
