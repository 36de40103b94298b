import type { BusinessFile } from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { storeBusiness } from '../business/apply.ts';
import { loadBusiness } from '../business/business.ts';
import { emptyDefinition, readDefinition } from '../business/definition.ts';
import { mergeFile } from '../business/merge.ts';
import { PLACEHOLDER_NAME, PLACEHOLDER_OWNER } from '../business/new-business.ts';
import { dismissMember } from '../store/accounts/members.ts';
import { setPasswordHash } from '../store/accounts/sessions.ts';
import { membersOf } from '../store/accounts/users.ts';
import type { Db, TeamRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';

/** What the demo business has at present. */
export interface DemoContent {
  contacts: number;
  bookings: number;
  calls: number;
}

export interface AdminDemo {
  /** Counts the records of the demo business; undefined if the database holds a business of one's own. */
  content(): Promise<DemoContent | undefined>;
  /** Makes the demo as it is in a new database. API keys, webhooks and users stay. Rejects with `NoDemoError`. */
  reset(): Promise<void>;
  /**
   * Removes the demo: the database then waits for a business file. API keys, webhooks and sources of calls
   * stay. Calendar feeds and users do not: the owner is left, as a placeholder without a password. Rejects with `NoDemoError`.
   */
  remove(): Promise<void>;
}

/** The database holds a business of one's own. Nothing was changed. */
export class NoDemoError extends Error {
  override readonly name = 'NoDemoError';
}

export function adminDemo(store: Store, clock: Clock, teamId: string): AdminDemo {
  const change = (work: (tx: Db, team: TeamRow) => Promise<void>) =>
    store.write(
      async (tx) => {
        const team = await readTeam(tx, teamId);
        if (team.is_demo !== 1) throw new NoDemoError(`This database holds ${team.name}, not the demo business.`);
        await work(tx, team);
      },
      { team: teamId },
    );
  return {
    content: () =>
      store.read(async (db) => {
        if ((await readTeam(db, teamId)).is_demo !== 1) return undefined;
        const count = async (table: 'contacts' | 'bookings' | 'calls') => {
          const { total } = await db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('total'))
            .where('team_id', '=', teamId)
            .executeTakeFirstOrThrow();
          return Number(total);
        };
        return { contacts: await count('contacts'), bookings: await count('bookings'), calls: await count('calls') };
      }),
    reset: async () => {
      const { demoBusiness } = await import('../demo/index.ts');
      const { recordsOf, replaceRecords } = await import('../demo/refresh.ts');
      await change(async (tx) => {
        const now = clock.now();
        const business = demoBusiness(now);
        await removeReports(tx, teamId);
        await replaceRecords(tx, teamId, NO_RECORDS);
        if (business.file) await replaceBusiness(tx, teamId, business.file, now);
        await replaceRecords(tx, teamId, recordsOf(teamId, business));
        await tx.updateTable('teams').set({ demo_as_of: now }).where('id', '=', teamId).execute();
      });
    },
    remove: async () => {
      const { replaceRecords } = await import('../demo/refresh.ts');
      await change(async (tx) => {
        await removeReports(tx, teamId);
        await replaceRecords(tx, teamId, NO_RECORDS);
        await tx.deleteFrom('events').where('team_id', '=', teamId).execute();
        // The data of the demo are invented, so that their addresses may have been given to anyone.
        await tx.deleteFrom('calendar_feeds').where('team_id', '=', teamId).execute();
        await removePeopleAndServices(tx, teamId);
        await leaveOnePlaceholder(tx, teamId);
        const empty = { name: PLACEHOLDER_NAME, time_zone: 'UTC', default_country: 'US', settings_json: '{}' };
        await tx
          .updateTable('teams')
          .set({ ...empty, revision: 1, is_demo: 0, demo_as_of: null })
          .where('id', '=', teamId)
          .execute();
      });
    },
  };
}

const NO_RECORDS = { contacts: [], bookings: [], calls: [] };

/** Makes the business what a file says and nothing else. Its users stay. */
async function replaceBusiness(tx: Db, teamId: string, file: BusinessFile, now: number): Promise<void> {
  const before = await readDefinition(tx, await loadBusiness(tx, teamId));
  const { users: _kept, ...declared } = file;
  const after = mergeFile({ ...emptyDefinition(), users: before.users }, declared, { prune: new Set(), now }, []);
  await storeBusiness(tx, teamId, { before, after }, now);
}

const readTeam = (db: Db, teamId: string) =>
  db.selectFrom('teams').selectAll().where('id', '=', teamId).executeTakeFirstOrThrow();

/** They have what was said in the calls. */
async function removeReports(tx: Db, teamId: string): Promise<void> {
  await tx.deleteFrom('call_reports').where('team_id', '=', teamId).execute();
}

async function removePeopleAndServices(tx: Db, teamId: string): Promise<void> {
  const services = tx.selectFrom('services').select('id').where('team_id', '=', teamId);
  await tx.deleteFrom('service_staff').where('service_id', 'in', services).execute();
  await tx.deleteFrom('services').where('team_id', '=', teamId).execute();
  await tx.deleteFrom('staff').where('team_id', '=', teamId).execute();
}

/** Makes the first owner the placeholder, so that the keys of that user stay valid, and removes all other users. */
async function leaveOnePlaceholder(tx: Db, teamId: string): Promise<void> {
  const members = await membersOf(tx, teamId);
  const owner = members.find(({ role }) => role === 'owner');
  for (const { id } of members) if (id !== owner?.id) await dismissMember(tx, id, teamId);
  if (!owner) return;
  const { email, name } = PLACEHOLDER_OWNER;
  await tx.updateTable('users').set({ email, name }).where('id', '=', owner.id).execute();
  await setPasswordHash(tx, owner.id, null);
}
