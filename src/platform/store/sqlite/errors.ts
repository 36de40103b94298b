import { NPX_WITH_SQLITE, SQLITE_PACKAGE } from '../../../lib/command-line.ts';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { isObject } from '../../../lib/json.ts';

/** The message that the overlap trigger raises. */
export const OVERLAP_MESSAGE = 'staff_double_booked';

// Primary result codes: https://www.sqlite.org/rescode.html
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** A transaction that cannot begin, or whose last page, which commits it, cannot be written. */
const UNDONE = [SQLITE_PERM, SQLITE_BUSY, SQLITE_READONLY, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOTADB];

/** Extended code: `-shm` cannot be enlarged, as on a full disk on which a database with a WAL is opened. */
const SQLITE_IOERR_SHMSIZE = SQLITE_IOERR | (19 << 8);

/**
 * SQLite's own texts of these codes (sqlite3_errstr). The library's `all()` throws errors without a code, and with this
 * text.
 */
const CODES_BY_TEXT = new Map([
  ['access permission denied', SQLITE_PERM],
  ['database is locked', SQLITE_BUSY],
  ['attempt to write a readonly database', SQLITE_READONLY],
  ['disk I/O error', SQLITE_IOERR],
  ['database disk image is malformed', SQLITE_CORRUPT],
  ['database or disk is full', SQLITE_FULL],
  ['unable to open database file', SQLITE_CANTOPEN],
  ['file is not a database', SQLITE_NOTADB],
]);

function primaryCode(error: unknown): number | undefined {
  if (!isObject(error)) return undefined;
  const { errcode: code, message } = error;
  return typeof code === 'number' ? code & 0xff : CODES_BY_TEXT.get(String(message));
}

/** True if a part of the file is not as SQLite wrote it. */
export function isDamage(error: unknown): boolean {
  return primaryCode(error) === SQLITE_CORRUPT;
}

/** True if the file is damaged, or is not an SQLite database. */
export function isUnusable(error: unknown): boolean {
  return isDamage(error) || primaryCode(error) === SQLITE_NOTADB;
}

/** True if SQLite may not open the file, or not write to it or to its folder. */
export function isRefused(error: unknown): boolean {
  const code = primaryCode(error);
  return code === SQLITE_CANTOPEN || code === SQLITE_READONLY;
}

/** True if the disk of the file that was written is full. */
export function isFull(error: unknown): boolean {
  return primaryCode(error) === SQLITE_FULL;
}

/** True if a disk is full, or fails. */
export function isDiskFault(error: unknown): boolean {
  const isFullFile = isObject(error) && error.code === 'ENOSPC';
  return isFullFile || isFull(error) || primaryCode(error) === SQLITE_IOERR;
}

/** True if another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/**
 * True if an error of a transaction shows that it was not committed. A failing disk does not: after a crash, SQLite may find a
 * commit whole of which it reported that it could not be flushed. Nor does damage, which can be found at any time.
 */
export function isUndone(error: unknown): boolean {
  // Ours are thrown before the commit.
  return error instanceof DatabaseError || UNDONE.includes(primaryCode(error) ?? -1);
}

export function isOverlapError(error: unknown): boolean {
  return error instanceof Error && error.message.includes(OVERLAP_MESSAGE);
}

export function missingLibrary(nodeVersion: string, cause: unknown): DatabaseError {
  return new DatabaseError(
    `The embedded platform needs SQLite, which Node ${nodeVersion} does not include. ` +
      'Use Node 22.5 or newer; or let the client start it together with the package that includes SQLite, ' +
      `${NPX_WITH_SQLITE} (for an installed rcpt-mcp: npm install ${SQLITE_PACKAGE}). ` +
      'With a real platform, configured by its address and API key, SQLite is not needed.',
    { cause },
  );
}

/** The refusal to use a database whose WAL other processes use, because this SQLite has the WAL-reset bug. */
export function walInUse(path: string, version: string, cause: unknown): DatabaseError {
  const reason =
    `is used in WAL mode by another process, and could be damaged by the SQLite of this one (${version}, Node ${process.versions.node}). ` +
    'Nothing was changed. End the other process, or start this one with Node 22.22.3, 24.15, 26 or newer or with the ' +
    `package ${SQLITE_PACKAGE}.`;
  return DatabaseError.at(path, reason, { cause });
}

/** The refusal to replace a database that other processes use. */
export const inUse = (path: string, cause: unknown): DatabaseError =>
  DatabaseError.at(
    path,
    'is used by another process. Nothing was changed. End the servers that use it (also those that AI clients start), and repeat the command.',
    { cause },
  );

/** True if an error says that there is no transaction to roll back: SQLite did so itself, as after a full disk. */
export function isNoTransaction(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no transaction is active');
}

/** Converts an error of a database file into a `DatabaseError` with its reason. Returns other errors unchanged. */
export function explainError(path: string, error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  const reason = fileReason(error) ?? sqliteReason(error);
  if (reason === undefined) return error;
  return DatabaseError.at(path, reason, { cause: error });
}

export const NO_ROOM = 'has no room: the disk is full.';

function sqliteReason(error: unknown): string | undefined {
  if (isObject(error) && error.errcode === SQLITE_IOERR_SHMSIZE) return NO_ROOM;
  switch (primaryCode(error)) {
    case SQLITE_NOTADB:
      return 'is not a database. Choose another path, or move that file away.';
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return 'cannot be opened. Check that it and its folder belong to you.';
    case SQLITE_READONLY:
      return 'cannot be written. Check that it and its folder belong to you.';
    case SQLITE_FULL:
      return NO_ROOM;
    case SQLITE_IOERR:
      return 'cannot be read or written: its disk fails.';
    case SQLITE_CORRUPT:
      return 'is damaged. Restore a backup; or move the file, with its -wal or -journal, away to start with an empty database.';
    case SQLITE_BUSY:
      return 'is locked by another process that does not release it. Try again, or end that process.';
    default:
      return undefined;
  }
}

function fileReason(error: unknown): string | undefined {
  switch (isObject(error) ? error.code : undefined) {
    case 'EACCES':
    case 'EPERM':
      return 'cannot be used: you may not write to it or to its folder. Choose another path.';
    case 'EROFS':
      return 'cannot be used: the file system is read-only. Choose another path.';
    case 'ENOENT':
      return 'cannot be created: its folder does not exist. Create it, or choose another path.';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'cannot be created: a part of its path is a file, not a folder. Choose another path.';
    case 'ENOSPC':
      return 'cannot be created: the disk is full.';
    case 'ENAMETOOLONG':
      return 'cannot be created: the path is too long.';
    case 'ELOOP':
      return 'cannot be used: a folder of its path is a symbolic link that leads to itself. Choose another path.';
    default:
      return undefined;
  }
}
