import type {
  BusinessChange,
  BusinessFile,
  BusinessPlan as BusinessPlanRecord,
  BusinessRecord,
  PrunableList,
} from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { applyBusiness, OutdatedPlanError, storeBusiness } from '../business/apply.ts';
import { loadBusiness } from '../business/business.ts';
import { type Colleagues, findColleagues, findColleaguesAfter } from '../business/colleagues.ts';
import { readDefinition, toBusinessFile } from '../business/definition.ts';
import { type EqualNames, newEqualNames } from '../business/equal-names.ts';
import { keptEntries } from '../business/kept.ts';
import { type LimitedKey, limitedKeys } from '../business/limited-keys.ts';
import { isPlaceholder, planNewBusiness, replacePlaceholder } from '../business/new-business.ts';
import { type BusinessPlan, planBusiness } from '../business/plan.ts';
import { businessRecord, planRecord } from '../business/records.ts';
import { emptyBusiness } from '../seed.ts';
import { listKeysOfUsers } from '../store/accounts/keys.ts';
import { firstTeam, membersOf, type TeamMember } from '../store/accounts/users.ts';
import { importBusiness } from '../store/import.ts';
import type { Db, TeamRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';

/** A business file for another business would overwrite the demo. Nothing was changed. */
export class DemoBusinessError extends Error {
  override readonly name = 'DemoBusinessError';
}

export interface PlannedBusiness extends BusinessPlanRecord {
  /** What the lists of the file no longer have, and what stays because they are not pruned. */
  kept: BusinessChange[];
  /** Names that several services, or several people, have after the change, and did not have before. */
  equal_names: EqualNames[];
  /** API keys in use that lose access or scopes, because the users change. */
  limited_keys: LimitedKey[];
  /** True if the database has no business before the change. */
  is_new: boolean;
  /** IANA zone of the business after the change. */
  time_zone: string;
}

export interface BusinessOverview {
  business: BusinessRecord;
  users: TeamMember[];
  /** The number of confirmed bookings that have not ended. */
  bookings_ahead: number;
}

export interface PlanOptions {
  /** Lists whose entries are archived or removed if the file no longer has them. Default: none. */
  prune?: readonly PrunableList[];
}

/** The first team as a business file, for the operator: users and addresses of calendars are included. */
export interface AdminBusiness {
  /**
   * Compares a file with the database. Revision 0 is a database without a business.
   * @throws BusinessFileError if the file does not fit, DemoBusinessError if the database holds the demo business
   */
  plan(file: BusinessFile, options?: PlanOptions): Promise<PlannedBusiness>;
  /**
   * Applies a file in one transaction. A database without a business gets this one, without the demo.
   * @param options.revision the revision that `plan` returned; undefined accepts any.
   * @throws BusinessFileError, DemoBusinessError, OutdatedPlanError
   */
  apply(file: BusinessFile, options?: PlanOptions & { revision?: number | undefined }): Promise<PlannedBusiness>;
  /** What the database holds: nothing yet, the demo business, or a business of one's own. */
  state(): Promise<{ kind: 'new' | 'demo' | 'own'; name: string; revision: number }>;
  /** The file that describes the business; undefined if there is none yet. */
  export(): Promise<BusinessFile | undefined>;
  /** Undefined if there is no business yet. */
  show(): Promise<BusinessOverview | undefined>;
}

export function adminBusiness(store: Store, clock: Clock): AdminBusiness {
  const request = (team: TeamRow, file: BusinessFile, prune: readonly PrunableList[]) => ({
    teamId: team.id,
    file,
    prune: new Set(prune),
    now: clock.now(),
  });
  return {
    plan: (file, { prune = [] } = {}) =>
      store.read(async (db) => {
        const current = await currentTeam(db, file);
        const plan = current.isNew
          ? planNewBusiness(file, current.team?.revision ?? 0, clock.now())
          : await planBusiness(db, request(current.team, file, prune));
        const limited = limitedKeys(await keysBefore(db, current), plan.after, clock.now());
        return planned(plan, file, current, clock.now(), limited, await findColleagues(db, plan, clock.now()));
      }),
    async apply(file, { prune = [], revision } = {}) {
      const known = await store.read(firstTeam);
      const { plan, current, keys } = await store.write(
        async (tx) => {
          const current = await currentTeam(tx, file);
          const keys = await keysBefore(tx, current);
          const plan = current.isNew
            ? await createBusiness(tx, current.team, file, { revision, now: clock.now() })
            : await applyBusiness(tx, { ...request(current.team, file, prune), revision });
          return { plan, current, keys };
        },
        known ? { team: known.id } : 'all',
      );
      const colleagues = await findColleaguesAfter(store, plan, clock.now());
      const limited = limitedKeys(keys, plan.after, clock.now());
      return { ...planned(plan, file, current, clock.now(), limited, colleagues), applied: true };
    },
    state: () =>
      store.read(async (db) => {
        const team = await firstTeam(db);
        if (!team) return { kind: 'new', name: '', revision: 0 };
        const kind = team.is_demo === 1 ? 'demo' : (await isPlaceholder(db, team)) ? 'new' : 'own';
        return { kind, name: team.name, revision: team.revision };
      }),
    export: () =>
      store.read(async (db) => {
        const team = await firstTeam(db);
        return team && toBusinessFile(await readDefinition(db, await loadBusiness(db, team.id)));
      }),
    show: () =>
      store.read(async (db) => {
        const team = await firstTeam(db);
        if (!team) return undefined;
        return {
          business: businessRecord(team, await readDefinition(db, await loadBusiness(db, team.id)), clock.now()),
          users: await membersOf(db, team.id),
          bookings_ahead: await countAhead(db, team.id, clock.now()),
        };
      }),
  };
}

type CurrentTeam = { isNew: true; team: TeamRow | undefined } | { isNew: false; team: TeamRow };

/** @throws DemoBusinessError */
async function currentTeam(db: Db, { name }: BusinessFile): Promise<CurrentTeam> {
  const team = await firstTeam(db);
  if (!team) return { isNew: true, team };
  // A file with the name of the demo business is the demo's own, such as its export.
  if (team.is_demo === 1 && name !== team.name) {
    throw new DemoBusinessError(`This database holds the demo business ${team.name}. Nothing was changed.`);
  }
  return (await isPlaceholder(db, team)) ? { isNew: true, team } : { isNew: false, team };
}

/** The keys that a change of users can limit. Those of a database without a business stay valid: see `replacePlaceholder`. */
const keysBefore = async (db: Db, { isNew, team }: CurrentTeam) => (isNew ? [] : listKeysOfUsers(db, team.id));

const planned = (
  plan: BusinessPlan,
  file: BusinessFile,
  { isNew }: CurrentTeam,
  now: number,
  limited: LimitedKey[],
  colleagues: Colleagues | undefined,
): PlannedBusiness => ({
  ...planRecord(plan, false, { bookings: true, contacts: true }, colleagues),
  kept: keptEntries(plan, file, now),
  equal_names: newEqualNames(plan.before, plan.after),
  limited_keys: limited,
  is_new: isNew,
  time_zone: plan.after.time_zone,
});

async function createBusiness(
  tx: Db,
  existing: TeamRow | undefined,
  file: BusinessFile,
  { revision, now }: { revision: number | undefined; now: number },
): Promise<BusinessPlan> {
  const plan = planNewBusiness(file, existing?.revision ?? 0, now);
  if (revision !== undefined && revision !== plan.revision) throw new OutdatedPlanError(plan.revision, revision);
  const team = existing ?? (await importBusiness(tx, emptyBusiness(), now));
  await replacePlaceholder(tx, team.id, plan.after.users);
  await storeBusiness(tx, team.id, plan, now);
  return { ...plan, revision: team.revision + 1 };
}

async function countAhead(db: Db, teamId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('status', '=', 'confirmed')
    .where('end_time', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}
