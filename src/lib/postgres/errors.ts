import { DatabaseError } from '../database/database-error.ts';
import { isObject } from '../json.ts';

// SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const FEATURE_NOT_SUPPORTED = '0A000';
export const READ_ONLY = '25006';
export const INSUFFICIENT_PRIVILEGE = '42501';
export const NO_SCHEMA = '3F000';

/** The connection was lost during a commit: the transaction may be committed or not. */
export class CommitLostError extends Error {
  override readonly name = 'CommitLostError';
}

export function codeOf(error: unknown): string {
  const code = isObject(error) ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** Returns whether the server rolled back a transaction in favour of another one. It can be retried immediately. */
export function isConflict(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(codeOf(error));
}

/**
 * Returns whether a prepared statement can no longer be executed, because another process has changed its tables since.
 * A new connection prepares it again.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return codeOf(error) === FEATURE_NOT_SUPPORTED && messageOf(error).startsWith('cached plan');
}

/**
 * Returns whether the server does not write: a standby, or a database that is set read-only. A connection can be so that was opened
 * before a failover or a change of that setting; a new one asks again.
 */
export function isWriteRefused(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** Errors of `pg` without a code: a connection ended or could not be opened. */
const LOST_MESSAGES = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
/** Those of a connection that was not opened in time. */
const CONNECT_TIMEOUT = /connection timeout|timeout expired|timeout exceeded when trying to connect/;
/** What a server says when it ends a connection: a transaction that is not committed by then is rolled back. */
const ENDED_CODES = ['57P01', '57P02', '25P03'];
const LOST_CODES = ['ECONNRESET', 'EPIPE', ...ENDED_CODES];

/** Returns whether the connection is unusable: it has ended, or the server is ending it. */
export function isLost(error: unknown): boolean {
  return LOST_CODES.includes(codeOf(error)) || LOST_MESSAGES.test(messageOf(error));
}

/** Returns whether a connection was not opened in time: packets to the address are lost, or the server hangs. */
export function isConnectTimeout(error: unknown): boolean {
  return CONNECT_TIMEOUT.test(messageOf(error));
}

/** Returns whether the connection was lost without a word of the server: what was sent may have been executed. */
export function isUnanswered(error: unknown): boolean {
  return isLost(error) && !ENDED_CODES.includes(codeOf(error));
}

/** Returns whether the server ended the connection or is starting. */
export function isRestarted(error: unknown): boolean {
  return isLost(error) || codeOf(error) === '57P03';
}

/** Returns whether no server listens at the address: it is restarting, or the address is wrong. */
export function isAbsent(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOENT'].includes(codeOf(error));
}

/**
 * Converts an error to a `DatabaseError` that states why the database cannot be used; other errors are returned unchanged.
 * @param shown the database's URL without password.
 */
export function explainError(shown: string, error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return DatabaseError.at(shown, reason, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof CommitLostError) {
    return 'broke the connection off while a change was being saved: it may have been saved or not. Check before you repeat it.';
  }
  const code = codeOf(error);
  return REASONS[code] ?? REASONS[code.slice(0, 2)] ?? wordedReason(messageOf(error));
}

const UNREACHABLE = 'cannot be reached: nothing answers there. Check its host and port, and that the server runs.';
const UNTRUSTED =
  'is not trusted: its certificate is not signed by a known authority. Name the certificates to trust with sslrootcert in its URL.';
const NOT_SAVED = 'Nothing was changed.';

/** Sentences by error code, or by its first two characters, which are the class of the code. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: 'cannot be reached: there is no such host. Check the host in its URL.',
  EAI_AGAIN: 'cannot be reached: the name of its host cannot be resolved at the moment.',
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EACCES: 'cannot be reached: you may not use its socket.',
  '08': `broke the connection off. ${NOT_SAVED}`,
  '28P01': 'does not accept the password, or has no such user. Check both.',
  '28': 'does not admit this user from here. Check the user, and the rules in pg_hba.conf.',
  '3D000': 'does not exist on its server. Create it first.',
  [NO_SCHEMA]:
    'has no schema that search_path names and this user may use. Create the schema, or correct options in its URL.',
  [INSUFFICIENT_PRIVILEGE]:
    'does not let this user do that. Make the user the owner of the database, or grant it the rights.',
  '53100': 'has no room: the disk is full.',
  '53200': `has too little memory. ${NOT_SAVED}`,
  '53300':
    'has too many connections. Lower pool_size in its URL, or raise the limit: max_connections of the server, or that of the database or the user.',
  [READ_ONLY]: 'cannot be written: it is a standby, or read-only. Give the address of the primary.',
  '57014': `took too long to answer, longer than statement_timeout allows. ${NOT_SAVED} Try again.`,
  '55P03':
    'is in use by another process that does not release its lock in time (lock_timeout). Try again, or end that process.',
  '25P03': `ended a transaction that was idle for too long. ${NOT_SAVED} Try again.`,
  '57P01': `is being shut down. ${NOT_SAVED} Try again.`,
  '57P02': `broke down and is being started again. ${NOT_SAVED} Try again.`,
  '57P03': `is not ready yet: it is starting or stopping. ${NOT_SAVED} Try again.`,
  '58': 'cannot be read or written: its disk fails.',
  XX001: 'is damaged. Bring back a copy.',
  XX002: 'is damaged. Rebuild its indexes, or bring back a copy.',
  ECONNRESET: `broke the connection off. ${NOT_SAVED} Try again.`,
  EPIPE: `broke the connection off. ${NOT_SAVED} Try again.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'is not trusted: its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is not trusted: its certificate is for another host than its URL names.',
};

/** Sentences for errors of `pg` without a code. */
function wordedReason(message: string): string | undefined {
  if (message.includes('does not support SSL')) {
    return 'offers no encryption. Turn on TLS in the server; or, if the network between is trusted, add sslmode=disable to its URL.';
  }
  if (/password must be|password is required/i.test(message)) {
    return 'asks for a password. Set PGPASSWORD, or write a password file (PGPASSFILE).';
  }
  if (CONNECT_TIMEOUT.test(message)) return UNREACHABLE;
  if (LOST_MESSAGES.test(message)) return `broke the connection off, or did not answer. ${NOT_SAVED} Try again.`;
  return undefined;
}
