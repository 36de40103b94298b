import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { localDate } from '../../lib/time/range.ts';
import type { BusinessOverview } from '../../platform/index.ts';
import { printJson } from '../terminal/print-json.ts';
import { noBusinessError } from './existing.ts';
import type { BusinessAction } from './open-later.ts';
import { overviewLines } from './overview.ts';

/** `business show`: what the database says, for a person. */
export const showBusiness: BusinessAction = async (business, run) => {
  const overview = await explainDatabaseErrors(business.show());
  if (!overview) throw noBusinessError(run);
  if (run.options.json) return printJson(run, jsonOf(overview));
  const today = localDate(systemClock.now(), overview.business.time_zone).toString();
  for (const line of overviewLines(overview, today, run.isTerminal ? run.columns : Number.POSITIVE_INFINITY))
    run.print(line);
};

const jsonOf = ({ business, users, bookings_ahead }: BusinessOverview) => ({
  ...business,
  users: users.map(({ email, name, role, hasPassword }) => ({ email, name, role, has_password: hasPassword })),
  bookings_ahead,
});
