import type { BusinessChange, BusinessFile, PrunableList } from '../../contract/index.ts';
import { inSlices, nextSlice } from '../../lib/concurrency/slices.ts';
import { canonicalJson } from '../../lib/crypto/canonical-json.ts';
import { formatPath } from '../../lib/field-path.ts';
import type { Db } from '../store/schema/schema.ts';
import { readArchived } from './archived.ts';
import { type Business, buildBusiness, loadBusiness } from './business.ts';
import { changesBetween, type EntryVerbs } from './changes.ts';
import { checkReferences, checkWindows } from './check.ts';
import { checkIds } from './check-ids.ts';
import { type BusinessDefinition, readDefinition } from './definition.ts';
import { mergeFile } from './merge.ts';
import type { FileProblem } from './merge-list.ts';
import { findMisfits, type Misfit } from './misfits.ts';
import { performerRows, serviceRow, staffRow, teamColumns } from './rows.ts';
import { newStatements, statementsOf } from './statements.ts';

/** A business file that does not fit the business. Nothing was changed. */
export class BusinessFileError extends Error {
  override readonly name = 'BusinessFileError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(({ path, message }) => `${formatPath(path)}: ${message}`).join('; '));
    this.problems = problems;
  }
}

/** A change of something else than time off, which the caller may not make. Nothing was changed. */
export class NotTimeOffError extends Error {
  override readonly name = 'NotTimeOffError';
}

export interface PlanRequest {
  teamId: string;
  file: BusinessFile;
  prune: ReadonlySet<PrunableList>;
  /** Refuses all but changes of the time off of known people. */
  isTimeOffOnly?: boolean;
  /** Epoch milliseconds. */
  now: number;
}

export interface BusinessPlan {
  /** The revision of the business that the plan is for. */
  revision: number;
  before: BusinessDefinition;
  after: BusinessDefinition;
  changes: BusinessChange[];
  /** Bookings ahead that would not fit, of those that the change concerns. They stay as they are. */
  misfits: Misfit[];
  /** The business that these must fit; absent if no bookings were compared. */
  fitted?: Business;
}

/**
 * Compares a business file with the database.
 * @param verbs of the texts of the changes. Default: those of a plan.
 * @throws BusinessFileError
 * @throws NotTimeOffError
 */
export async function planBusiness(
  db: Db,
  { teamId, file, prune, isTimeOffOnly, now }: PlanRequest,
  verbs?: EntryVerbs,
): Promise<BusinessPlan> {
  const current = await loadBusiness(db, teamId);
  const { revision, ...before } = await readDefinition(db, current);
  const archived = await readArchived(db, teamId);
  // Each step reads all settings of everybody: between them, others have their turn.
  await nextSlice();
  const problems: FileProblem[] = [];
  const after = mergeFile(before, file, { prune, now, archived }, problems);
  if (isTimeOffOnly && withoutTimeOff(before) !== withoutTimeOff(after)) throw new NotTimeOffError();
  checkReferences(after, file, problems);
  checkWindows(before, after, file, problems);
  await nextSlice();
  await checkIds(db, teamId, { before, after }, file, problems);
  await checkArchiving(db, before, after, now, problems);
  if (problems.length > 0) throw new BusinessFileError(problems);
  const changes = await inSlices(changesBetween(before, after, { archived, ...(verbs && { verbs }) }));
  await nextSlice();
  // What a file repeats is asked about: who is still affected by what it says?
  const statements = changes.length > 0 ? newStatements(before, after) : statementsOf(file);
  if (changes.length === 0 && statements.length === 0) return { revision, before, after, changes, misfits: [] };
  const fitted = businessOf(after, current.team);
  const misfits = await findMisfits(db, { before: current, after: fitted, statements }, now);
  return { revision, before, after, changes, misfits, fitted };
}

/** A text of all that a definition has besides time off. */
const withoutTimeOff = ({ staff, ...others }: BusinessDefinition) =>
  canonicalJson({ ...others, staff: staff.map(({ time_off: _timeOff, ...member }) => member) });

/** The business that a definition would be. */
function businessOf(definition: BusinessDefinition, team: Parameters<typeof buildBusiness>[0]) {
  return buildBusiness(
    { ...team, ...teamColumns(definition) },
    definition.staff.map((member) => staffRow(team.id, member)),
    definition.services.map((service) => serviceRow(team.id, definition.currency, service)),
    definition.services.flatMap(performerRows),
  );
}

/** What has bookings ahead is not archived: the owner must decide about these first. */
async function checkArchiving(
  db: Db,
  before: BusinessDefinition,
  after: BusinessDefinition,
  now: number,
  problems: FileProblem[],
): Promise<void> {
  for (const [list, column] of [
    ['services', 'service_id'],
    ['staff', 'staff_id'],
  ] as const) {
    const kept = new Set(after[list].map(({ id }) => id));
    for (const { id, name } of before[list].filter((entry) => !kept.has(entry.id))) {
      const { count } = await db
        .selectFrom('bookings')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(column, '=', id)
        .where('status', '=', 'confirmed')
        .where('end_time', '>', now)
        .executeTakeFirstOrThrow();
      if (Number(count) === 0) continue;
      const message = `${name} (${id}) has ${count} bookings ahead and cannot be archived. Move or cancel them, or set active: false`;
      problems.push({ path: [list], message });
    }
  }
}
