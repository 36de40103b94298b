import { HttpError } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import type { DashboardHandlers } from './router.ts';

/** What users say about the promises of calls. */
export const promiseRoutes = (context: RouteContext): Pick<DashboardHandlers, 'markPromise'> => ({
  async markPromise({ team, params: { call_id = '' }, body: { status, ...promise } }) {
    // It needs the words of promises in six languages.
    const { markPromise } = await import('../follow-ups/mark-promise.ts');
    const state = await markPromise(context, team.id, { call_id, ...promise }, status);
    if (!state) throw promise.sentence === undefined ? noPromise() : promiseChanged();
    return state;
  },
});

const noPromise = () =>
  new HttpError(404, {
    error: 'not_found',
    message: 'The call makes no such promise, or is not there any more. Nothing was changed. Read it again.',
  });

/** The promises of the call are others since the user has read them. */
const promiseChanged = () =>
  new HttpError(412, {
    error: 'precondition_failed',
    message: 'This promise is no longer there, or has other words now. Nothing was changed. Read the promises again.',
  });
