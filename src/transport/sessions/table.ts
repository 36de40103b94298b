import type { Overload } from '../limits/overload.ts';
import { ALL_FULL, CALLER_FULL } from './refusals.ts';
import type { EndReason, Session, SessionView } from './session.ts';

/** A session without a request or a listener for this time expires. */
export const IDLE_MS = 30 * 60_000;
/** Maximum share of one caller in all sessions. */
const MAX_CALLER_SHARE = 1 / 4;

/** The open sessions, limited to `max`. */
export function sessionTable(max: number) {
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
    /** Ends sessions that were idle for too long. */
    expire,
    /** Returns the session of an id if it belongs to exactly that caller with those rights. */
    find(id: string, { rights }: SessionView): Session | undefined {
      const session = open.get(id);
      if (!session || session.view.rights !== rights) return undefined;
      if (session.idleMs() < IDLE_MS) return session;
      drop(session, 'idle');
      return undefined;
    },
    /** Makes room for one more session; returns a refusal if that is not possible. */
    makeRoom({ caller }: SessionView): Overload | undefined {
      expire();
      // Without authentication all clients are one caller.
      const share = caller === '' ? max : Math.ceil(max * MAX_CALLER_SHARE);
      if (all().filter(({ view }) => view.caller === caller).length >= share) return CALLER_FULL;
      // A caller displaces only sessions with unverified credentials, which may be invented.
      if (open.size >= max)
        drop(
          all().find(({ view }) => !view.verified()),
          'displaced',
        );
      return open.size >= max ? ALL_FULL : undefined;
    },
    add: (session: Session) => void open.set(session.id, session),
    remove: (id: string) => void open.delete(id),
  };
}
