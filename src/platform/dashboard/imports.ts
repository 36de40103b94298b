import { HttpError, invalid, notFound } from '../http/errors.ts';
import type { DashboardHandlers } from './router.ts';

/** Imports of files, which the server in front of the platform reads. */
export const importRoutes: Pick<DashboardHandlers, 'importFile'> = {
  async importFile({ team, body, context: { env = {} } }) {
    const report = await env.dashboard?.importFile(team.id, body);
    if (!report) throw notFound('route');
    if (!('refused' in report)) return report;
    throw report.isOverloaded ? overloaded(report.refused) : invalid(report.refused);
  },
};

const overloaded = (message: string) => new HttpError(503, { error: 'overloaded', message }, { 'Retry-After': '60' });
