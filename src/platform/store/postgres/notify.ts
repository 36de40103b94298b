/** The LISTEN/NOTIFY channel of committed changes. */
export const CHANGES_CHANNEL = 'rcpt_changes';

/**
 * Notifies the listeners in every process, after the commit: a transaction that notifies makes the others wait that do, until
 * it is on disk.
 */
export const NOTIFY = `select pg_notify('${CHANGES_CHANNEL}', '')`;
