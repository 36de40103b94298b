import type { Interval } from '../../lib/time/intervals.ts';

/** The time of a person that one decision holds. */
export interface TimeHold {
  /** False if another decision is about to take some of the time. */
  isFree(staffId: string, time: Interval): boolean;
  /** Takes a time of a person, in place of an earlier one. */
  take(staffId: string, time: Interval): void;
  /** Gives up the time: it is stored, or will not be. */
  end(): void;
}

interface TimeHolds {
  open(): TimeHold;
}

interface Taken extends Interval {
  staffId: string;
}

/**
 * The times of people that decisions of this process hold and have not stored yet. Only a hint, so that decisions at the same
 * time choose different people: the database refuses two that chose the same. Each request has one hold at most.
 */
export function createTimeHolds(): TimeHolds {
  const all = new Set<Taken>();
  return {
    open() {
      let own: Taken | undefined;
      const end = () => {
        if (own) all.delete(own);
        own = undefined;
      };
      return {
        isFree(staffId, { start, end: until }) {
          for (const taken of all) {
            const overlaps = taken.staffId === staffId && taken.start < until && start < taken.end;
            if (overlaps && taken !== own) return false;
          }
          return true;
        },
        take(staffId, { start, end: until }) {
          end();
          own = { staffId, start, end: until };
          all.add(own);
        },
        end,
      };
    },
  };
}
