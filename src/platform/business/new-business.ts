import type { BusinessFile } from '../../contract/index.ts';
import { atOnce } from '../../lib/concurrency/slices.ts';
import { dismissMember } from '../store/accounts/members.ts';
import { findUserByEmail, membersOf } from '../store/accounts/users.ts';
import type { Db, TeamRow } from '../store/schema/schema.ts';
import { changesBetween } from './changes.ts';
import { checkReferences, checkWindows } from './check.ts';
import { emptyDefinition, type UserDefinition } from './definition.ts';
import { mergeFile } from './merge.ts';
import type { FileProblem } from './merge-list.ts';
import { BusinessFileError, type BusinessPlan } from './plan.ts';

/** The owner of a business that has none yet: keys belong to a user. */
export const PLACEHOLDER_OWNER = { email: 'owner@example.com', name: 'Owner', role: 'owner' } as const;
export const PLACEHOLDER_NAME = 'My business';

/** What a new business must say, because a default would be wrong for most. */
const REQUIRED = {
  name: 'Bright Smile Dental',
  time_zone: 'America/Denver',
  country: 'US',
  currency: 'USD',
} as const;

/** True if a team is as it was created for an empty database, without anything of its own. */
export async function isPlaceholder(db: Db, team: TeamRow): Promise<boolean> {
  if (team.name !== PLACEHOLDER_NAME || team.revision !== 1 || team.is_demo === 1) return false;
  for (const table of ['staff', 'services'] as const) {
    const row = await db.selectFrom(table).select('id').where('team_id', '=', team.id).limit(1).executeTakeFirst();
    if (row) return false;
  }
  return true;
}

/**
 * Plans the first state of a business. Without users in the file, a placeholder is its owner.
 * @throws BusinessFileError
 */
export function planNewBusiness(file: BusinessFile, revision: number, now: number): BusinessPlan {
  const problems: FileProblem[] = [];
  for (const [field, example] of Object.entries(REQUIRED)) {
    if (file[field as keyof typeof REQUIRED] !== undefined) continue;
    problems.push({ path: [field], message: `is required for a new business, such as ${example}` });
  }
  const before = emptyDefinition();
  const users = file.users ?? [{ ...PLACEHOLDER_OWNER }];
  const after = mergeFile(before, { ...file, users }, { prune: new Set(), now }, problems);
  checkReferences(after, file, problems);
  checkWindows(before, after, file, problems);
  if (problems.length > 0) throw new BusinessFileError(problems);
  // Nothing was set before: the defaults of a merge are not the state that changes.
  const unset = { ...before, time_zone: '', country: '', currency: '' };
  return { revision, before, after, changes: atOnce(changesBetween(unset, after)), misfits: [] };
}

/**
 * Makes the placeholder of a team the first owner of the business, so that the keys that it has created stay valid. If
 * that owner is a user already, the placeholder leaves.
 */
export async function replacePlaceholder(tx: Db, teamId: string, users: readonly UserDefinition[]): Promise<void> {
  const members = await membersOf(tx, teamId);
  const placeholder = members.find(({ email, hasPassword }) => email === PLACEHOLDER_OWNER.email && !hasPassword);
  const owner = users.find(({ role }) => role === 'owner');
  if (!placeholder || !owner || users.some(({ email }) => email === placeholder.email)) return;
  if (await findUserByEmail(tx, owner.email)) {
    await dismissMember(tx, placeholder.id, teamId);
    return;
  }
  await tx
    .updateTable('users')
    .set({ email: owner.email, name: owner.name })
    .where('id', '=', placeholder.id)
    .execute();
}
