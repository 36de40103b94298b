import type { z } from 'zod';
import { businessChangeSchema, type Scope } from '../../contract/index.ts';
import type { Caller } from '../auth/caller.ts';
import { applyBusiness, OutdatedPlanError } from '../business/apply.ts';
import { loadBusiness } from '../business/business.ts';
import type { BusinessCache } from '../business/cache.ts';
import { findColleagues, findColleaguesAfter } from '../business/colleagues.ts';
import { readDefinition } from '../business/definition.ts';
import { BusinessFileError, NotTimeOffError, type PlanRequest, planBusiness } from '../business/plan.ts';
import { businessRecord, planRecord, serviceRecords, staffRecords } from '../business/records.ts';
import { forbidden, HttpError, invalid, notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { slicePage } from '../store/paging.ts';
import type { Db } from '../store/schema/schema.ts';
import type { RouteContext } from './context.ts';

/** Each of these scopes shows the people of the business. */
const READ_STAFF: readonly Scope[] = ['read:staff', 'time_off:manage', 'business:manage'];

type Names = 'getBusiness' | 'planBusiness' | 'applyBusiness' | 'listServices' | 'listStaff' | 'getStaff';

export function businessRoutes({ store, clock }: RouteContext, businesses: BusinessCache): Pick<Handlers, Names> {
  const request = (caller: Caller, input: z.output<ReturnType<typeof businessChangeSchema>>): PlanRequest => {
    // Who may sign in is decided by the operator and the dashboard, never by a key.
    if (input.business.users) throw invalid('business.users: cannot be changed with an API key');
    const isTimeOffOnly = !caller.scopes.includes('business:manage');
    return {
      teamId: caller.teamId,
      file: input.business,
      prune: new Set(input.prune),
      isTimeOffOnly,
      now: clock.now(),
    };
  };
  const access = ({ scopes }: Caller) => ({
    bookings: scopes.includes('read:bookings'),
    contacts: scopes.includes('read:contacts'),
  });
  /** Who changes staff sees what there is to change, and plans name everybody. */
  const mayReadStaff = ({ scopes }: Caller) => READ_STAFF.some((scope) => scopes.includes(scope));
  return {
    getBusiness: ({ caller }) =>
      store.read(async (db) => {
        const business = await loadBusiness(db, caller.teamId);
        const { staff, ...record } = businessRecord(business.team, await readDefinition(db, business), clock.now());
        return mayReadStaff(caller) ? { ...record, staff } : record;
      }),
    async planBusiness({ caller, body }) {
      const input = await body(businessChangeSchema());
      const planned = async (db: Db) => {
        const plan = await planBusiness(db, request(caller, input));
        return planRecord(plan, false, access(caller), await findColleagues(db, plan, clock.now()));
      };
      return store.read(planned).catch(throwAsHttpError);
    },
    async applyBusiness({ caller, body }) {
      const input = await body(businessChangeSchema());
      const applied = await store
        .write((tx) => applyBusiness(tx, { ...request(caller, input), revision: input.revision }), {
          team: caller.teamId,
        })
        .catch(throwAsHttpError);
      return planRecord(applied, true, access(caller), await findColleaguesAfter(store, applied, clock.now()));
    },
    async listServices({ caller, page }) {
      const business = await businesses.present(store, caller.teamId);
      return slicePage(serviceRecords(business, clock.now()), page);
    },
    async listStaff({ caller, page }) {
      const business = await businesses.present(store, caller.teamId);
      return slicePage(staffRecords(business, clock.now()), page);
    },
    async getStaff({ caller, params }) {
      const business = await businesses.present(store, caller.teamId);
      const found = staffRecords(business, clock.now()).find(({ id }) => id === params.id);
      if (!found) throw notFound('staff member');
      return found;
    },
  };
}

function throwAsHttpError(error: unknown): never {
  if (error instanceof NotTimeOffError) throw forbidden('business:manage');
  if (error instanceof BusinessFileError) throw invalid(error.message);
  if (error instanceof OutdatedPlanError) {
    throw new HttpError(412, { error: 'precondition_failed', message: `${error.message} Nothing was changed.` });
  }
  throw error;
}
