import { newId } from '../../lib/ids.ts';
import { admitUser, dismissMember } from '../store/accounts/members.ts';
import { changeMembership, findUserByEmail, forgetPersons, roleIn } from '../store/accounts/users.ts';
import type { Db } from '../store/schema/schema.ts';
import { DONE } from './changes.ts';
import { idsOnlyIn, idTaken } from './check-ids.ts';
import type { UserDefinition } from './definition.ts';
import { BusinessFileError, type BusinessPlan, type PlanRequest, planBusiness } from './plan.ts';
import { performerRows, serviceRow, staffRow, teamColumns } from './rows.ts';

/** The business was changed after the plan that is to be applied. Nothing was changed. */
export class OutdatedPlanError extends Error {
  override readonly name = 'OutdatedPlanError';

  /** @param revision the present one */
  constructor(revision: number, planned: number) {
    super(`The business was changed since it was planned: it is at revision ${revision}, not ${planned}.`);
  }
}

/**
 * Plans a business file and writes the changes, in the transaction of the caller, which must lock the team.
 * @param revision the revision that an earlier plan was made for; undefined accepts any.
 * @throws BusinessFileError
 * @throws NotTimeOffError
 * @throws OutdatedPlanError
 */
export async function applyBusiness(
  tx: Db,
  request: PlanRequest & { revision?: number | undefined },
): Promise<BusinessPlan> {
  const plan = await planBusiness(tx, request, DONE);
  if (request.revision !== undefined && request.revision !== plan.revision) {
    throw new OutdatedPlanError(plan.revision, request.revision);
  }
  if (plan.changes.length === 0) return plan;
  await storeBusiness(tx, request.teamId, plan, request.now);
  return { ...plan, revision: plan.revision + 1 };
}

type States = Pick<BusinessPlan, 'before' | 'after'>;

/** Writes the state after a plan, and the next revision. */
export async function storeBusiness(tx: Db, teamId: string, states: States, now: number): Promise<void> {
  await tx
    .updateTable('teams')
    .set((eb) => ({ ...teamColumns(states.after), revision: eb('revision', '+', 1) }))
    .where('id', '=', teamId)
    .execute();
  await storeStaff(tx, teamId, states, now);
  await storeServices(tx, teamId, states, now);
  await storeUsers(tx, teamId, states, now);
}

async function storeStaff(tx: Db, teamId: string, { before, after }: States, now: number): Promise<void> {
  for (const member of after.staff) {
    const { id, team_id, ...columns } = staffRow(teamId, member);
    const stored = await tx
      .insertInto('staff')
      .values({ id, team_id, ...columns })
      // Also revives a person who was archived.
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns).where('staff.team_id', '=', teamId))
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw new BusinessFileError([idTaken('staff', id)]);
  }
  const former = idsOnlyIn(before.staff, after.staff);
  await archive(tx, 'staff', former, now);
  await forgetCalendars(tx, former);
  await forgetPersons(tx, teamId, former);
}

async function storeServices(tx: Db, teamId: string, { before, after }: States, now: number): Promise<void> {
  for (const service of after.services) {
    const { id, team_id, ...columns } = serviceRow(teamId, after.currency, service);
    const stored = await tx
      .insertInto('services')
      .values({ id, team_id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns).where('services.team_id', '=', teamId))
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw new BusinessFileError([idTaken('services', id)]);
    await tx.deleteFrom('service_staff').where('service_id', '=', id).execute();
    const performers = performerRows(service);
    if (performers.length > 0) await tx.insertInto('service_staff').values(performers).execute();
  }
  await archive(tx, 'services', idsOnlyIn(before.services, after.services), now);
}

async function archive(tx: Db, table: 'staff' | 'services', ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable(table).set({ archived_at: now, active: 0 }).where('id', 'in', ids).execute();
}

/**
 * Deletes the feeds of people who left, which would be readable again once another person gets the id, and the secret addresses of
 * their private calendars.
 */
async function forgetCalendars(tx: Db, staffIds: readonly string[]): Promise<void> {
  if (staffIds.length === 0) return;
  await tx.deleteFrom('calendar_feeds').where('staff_id', 'in', staffIds).execute();
  await tx.updateTable('staff').set({ calendar_url: null }).where('id', 'in', staffIds).execute();
}

async function storeUsers(tx: Db, teamId: string, { before, after }: States, now: number): Promise<void> {
  const known = new Map(before.users.map((user) => [user.email, user]));
  for (const user of after.users) {
    const old = known.get(user.email);
    if (!isSame(old, user)) await storeUser(tx, teamId, user, { isNew: !old, now });
  }
  const kept = new Set(after.users.map(({ email }) => email));
  for (const { email } of before.users.filter((user) => !kept.has(user.email))) {
    const row = await findUserByEmail(tx, email);
    if (row) await dismissMember(tx, row.id, teamId);
  }
}

const isSame = (before: UserDefinition | undefined, { name, role }: UserDefinition) =>
  before?.name === name && before.role === role;

/** A user can be a member of several teams; the name is the same in all. */
async function storeUser(
  tx: Db,
  teamId: string,
  { email, name, role }: UserDefinition,
  { isNew, now }: { isNew: boolean; now: number },
): Promise<void> {
  const { id } = await tx
    .insertInto('users')
    .values({ id: newId('usr'), email, name, password_hash: null, created_at: now, last_sign_in_at: null })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        // The address is the default of a new user, who may have a name as a member of another team.
        name: isNew && name === email ? eb.ref('users.name') : name,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const membership = { user_id: id, team_id: teamId, role };
  if ((await roleIn(tx, id, teamId)) === undefined) await admitUser(tx, { ...membership, staff_id: null }, now);
  else await changeMembership(tx, membership);
}
