import { deleteMembership } from '../../../src/platform/store/accounts/users.ts';
import { openStore } from '../../../src/platform/store/store.ts';

/** Removes the only owner from a team, which the platform itself refuses, as an administrator of the database could. */
export async function removeLastOwner(database: string, teamId: string, userId: string): Promise<void> {
  const store = await openStore(database, 0);
  await store.write((tx) => deleteMembership(tx, userId, teamId), 'all');
  await store.close();
}
