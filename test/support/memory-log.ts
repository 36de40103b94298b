import type { SharedLog } from '../../src/events/index.ts';

type Entry = Awaited<ReturnType<SharedLog['after']>>[number];

/** A log of replicas in memory. */
export function memoryLog() {
  const entries: Entry[] = [];
  const ids: string[] = [];
  const listeners = new Set<() => void>();
  const log: SharedLog = {
    async append(id, entry) {
      if (ids.includes(id)) return false;
      ids.push(id);
      entries.push({ position: ids.length, id, entry });
      for (const listener of listeners) listener();
      return true;
    },
    async change(id, change) {
      for (const one of entries) if (one.id === id) one.entry = change(one.entry);
    },
    after: async (position, limit) =>
      position === undefined ? entries.slice(-limit) : entries.filter((one) => one.position > position).slice(0, limit),
    has: async ({ position, id }) => ids[position - 1] === id,
    onAppend(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    log,
    ids,
    /** Removes the entries up to a position. */
    prune: (position: number) => void entries.splice(0, entries.findLastIndex((one) => one.position <= position) + 1),
  };
}
