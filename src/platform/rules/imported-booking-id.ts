import { createHmac } from 'node:crypto';
import { idOf } from '../../lib/ids.ts';
import type { Secret } from '../../lib/secrets/secret.ts';

/**
 * Returns the id of the booking that a row of a file becomes: the same whenever the row is imported into this database. So a row
 * that was imported is known again when its booking was moved, cancelled or erased since. Without the secret, an id tells
 * nothing about the row.
 * @param key what identifies the row in its file
 * @param part the place of its service in the row. The booking of the first one has the id of a row with one service.
 */
export function importedBookingId(secret: Secret, teamId: string, key: string, part = 0): string {
  const ofPart = part === 0 ? key : JSON.stringify([key, part]);
  return idOf('bk', createHmac('sha256', secret.reveal()).update(`${teamId}\n${ofPart}`).digest());
}
