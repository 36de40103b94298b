import { createHmac } from 'node:crypto';
import type { Secret } from '../../../lib/secrets/secret.ts';
import { localDate } from '../../../lib/time/range.ts';
import type { Db } from '../schema/schema.ts';
import { sharedSecret } from '../secrets.ts';
import type { Store } from '../store.ts';

/** The digests of one team. Without the secret, which is in the same database, one tells nothing about a number or an address. */
export interface ErasedIdentifiers {
  /** Stores the numbers (E.164) and addresses (lower case) of an erased customer. */
  add(tx: Db, identifiers: readonly string[], now: number): Promise<void>;
  /** Enters the days, local to the business, on which customers with some of these were erased, by number or address. */
  find(db: Db, identifiers: readonly string[], days: Map<string, string>): Promise<void>;
  /** Deletes those of a customer who is taken back. */
  remove(tx: Db, identifiers: readonly string[]): Promise<void>;
}

/** To be called outside of a transaction. */
export async function erasedIdentifiers(store: Store, team_id: string): Promise<ErasedIdentifiers> {
  const secret = await sharedSecret(store, 'erased-identifiers');
  const digestsOf = (identifiers: readonly string[]) =>
    new Map(identifiers.map((identifier) => [digestOf(secret, team_id, identifier), identifier]));
  return {
    async add(tx, identifiers, erased_at) {
      const rows = [...digestsOf(identifiers).keys()].map((digest) => ({ team_id, digest, erased_at }));
      if (rows.length === 0) return;
      await tx
        .insertInto('erased_identifiers')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['team_id', 'digest']).doUpdateSet({ erased_at }))
        .execute();
    },
    async find(db, identifiers, days) {
      const digests = digestsOf(identifiers);
      if (digests.size === 0) return;
      const rows = await db
        .selectFrom('erased_identifiers')
        .innerJoin('teams', 'teams.id', 'team_id')
        .select(['digest', 'erased_at', 'time_zone'])
        .where('team_id', '=', team_id)
        .where('digest', 'in', [...digests.keys()])
        .execute();
      for (const { digest, erased_at, time_zone } of rows)
        days.set(digests.get(digest) ?? '', localDate(erased_at, time_zone).toString());
    },
    async remove(tx, identifiers) {
      const digests = [...digestsOf(identifiers).keys()];
      if (digests.length === 0) return;
      await tx.deleteFrom('erased_identifiers').where('team_id', '=', team_id).where('digest', 'in', digests).execute();
    },
  };
}

const digestOf = (secret: Secret, teamId: string, identifier: string) =>
  createHmac('sha256', secret.reveal()).update(`${teamId}\n${identifier}`).digest('base64url');
