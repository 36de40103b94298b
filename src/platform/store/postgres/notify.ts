import type { Change } from '../change-marker.ts';

/** The LISTEN/NOTIFY channel of committed changes. */
export const CHANGES_CHANNEL = 'rcpt_changes';

/**
 * Notifies the listeners in every process, after the commit: a transaction that notifies makes the others wait that do, until
 * it is on disk.
 */
export const NOTIFY = `select pg_notify('${CHANGES_CHANNEL}', $1)`;

export const payloadOf = (changes: ReadonlySet<Change>): string => [...changes].join(',');

/** Whether a notification may be about a change. @param payload undefined if it may have been lost. */
export const mayAnnounce = (payload: string | undefined, change: Change): boolean =>
  payload === undefined || payload.split(',').includes(change);
