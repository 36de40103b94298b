import { calendarProblem } from '../../lib/icalendar/calendar-problem.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { isAdmin } from '../auth/role-scopes.ts';
import { applyBusiness, OutdatedPlanError } from '../business/apply.ts';
import { stateOf } from '../calendars/busy.ts';
import { isBeingRead } from '../calendars/due.ts';
import type { CalendarSettings } from '../calendars/settings.ts';
import { sourceDigest } from '../calendars/source.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import { calendarAddressProblem } from '../rules/calendar-address.ts';
import type { Db } from '../store/schema/schema.ts';
import { expireCalendar, type FoundCalendar, findCalendars } from '../store/staff/staff-calendars.ts';
import { toIsoOrNull } from '../store/time.ts';
import type { DashboardHandlers, DashboardRequest } from './router.ts';

type Names = 'listStaffCalendars' | 'setStaffCalendar' | 'readStaffCalendar';

/** What the dashboard uses of the reading of calendars. */
export interface CalendarReading {
  settings: CalendarSettings;
  /** Lets this process look at once for calendars that are due, if it reads any. */
  wake(): void;
}

/** The time whose busy times are counted, so that an owner recognises the calendar. */
const COUNTED_MS = 7 * DAY_MS;

/** The private calendars of the people of a team. Their addresses are stored, and no answer has them. */
export function staffCalendarRoutes(
  { store, clock, loopback }: RouteContext,
  { settings, wake }: CalendarReading,
): Pick<DashboardHandlers, Names> {
  const list = ({ team }: Pick<DashboardRequest<'listStaffCalendars'>, 'team'>) =>
    store.read(async (db) => {
      const now = await store.now(db);
      const { revision } = await db
        .selectFrom('teams')
        .select('revision')
        .where('id', '=', team.id)
        .executeTakeFirstOrThrow();
      const found = await findCalendars(db, await staffIdsOf(db, team.id));
      return { revision, calendars: found.map((calendar) => shown(calendar, now, isAdmin(team.role))) };
    });

  function shown(calendar: FoundCalendar, now: number, isShownWhole: boolean) {
    const { busy, asOf, state } = stateOf(calendar, { start: now, end: now + COUNTED_MS }, now);
    // The attempt at another address means nothing.
    const { attempted_at: attemptedAt, error } =
      calendar.source_digest === sourceDigest(calendar) ? calendar : { attempted_at: null, error: null };
    return {
      staff_id: calendar.staff_id,
      state,
      is_reading: isBeingRead(calendar, now, settings),
      read_at: toIsoOrNull(asOf),
      attempted_at: toIsoOrNull(attemptedAt),
      error: isShownWhole && error !== null ? { reason: error, ...calendarProblem(error) } : null,
      busy_times: isShownWhole && asOf !== null ? busy.length : null,
    };
  }

  return {
    listStaffCalendars: list,
    async setStaffCalendar(request) {
      const { team, params, body } = request;
      const { staff_id: id = '' } = params;
      const { address, revision } = body;
      // Unlike a command, this process is one that reads the address, so that it knows whether this computer is allowed.
      const problem = address === null ? undefined : calendarAddressProblem(address, loopback);
      if (problem) throw invalid(`address: ${problem}`);
      const change = async (tx: Db) => {
        if (!(await staffIdsOf(tx, team.id)).includes(id)) throw notFound('person');
        const file = { staff: [{ id, calendar: address }] };
        await applyBusiness(tx, { teamId: team.id, file, prune: new Set(), now: clock.now(), revision });
        // Also the same address again.
        await expireCalendar(tx, id);
      };
      await store.write(change, { team: team.id }).catch((error: unknown) => {
        throw error instanceof OutdatedPlanError ? changedMeanwhile() : error;
      });
      wake();
      return list(request);
    },
    async readStaffCalendar(request) {
      const { team, params } = request;
      const { staff_id: id = '' } = params;
      await store.write(async (tx) => {
        const isOfTeam = (await staffIdsOf(tx, team.id)).includes(id);
        if (!isOfTeam || (await findCalendars(tx, [id])).length === 0) throw notFound('private calendar');
        await expireCalendar(tx, id);
      }, 'rows');
      wake();
      return list(request);
    },
  };
}

async function staffIdsOf(db: Db, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('team_id', '=', teamId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const changedMeanwhile = () =>
  new HttpError(400, {
    error: 'calendar_refused',
    message:
      'The business was changed meanwhile, by another user or a program, so nothing was saved. Check the calendar as it is now, and save again.',
  });
