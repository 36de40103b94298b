import { type DatabaseChoice, followUp } from '../runtime/follow-up.ts';
import { type CheckResult, result } from './check.ts';
import { checkCalendars } from './health-calendars.ts';

/**
 * Checks what a running server logs about the records of its database: receivers, calendars and reports with which it has
 * had no success; and API keys that end soon.
 * @param database a path or `postgres://` URL, whose schema is that of this version
 * @param choice how the person named it
 */
export async function checkHealth(database: string, choice: DatabaseChoice): Promise<CheckResult[]> {
  const { inspectHealth } = await import('../../platform/store/inspect/inspect-health.ts');
  const {
    disabledWebhooks,
    failingWebhooks,
    unknownCalendars,
    failedReports,
    refusedReports,
    keptReports,
    endingKeys,
  } = await inspectHealth(database);
  const keys = `See them: ${followUp(choice, 'keys list')}. ${followUp(choice, 'keys create --name NAME')} makes another one`;
  const webhooks = `See them: ${followUp(choice, 'platform webhooks list')}`;
  const reports = `See the reasons: ${followUp(choice, 'calls sources log')}`;
  const warnings: [string, number, string, string][] = [
    ['health.webhooks', disabledWebhooks, 'Webhooks that were disabled, because their receivers failed', webhooks],
    ['health.webhooks', failingWebhooks, 'Webhooks whose latest deliveries failed', webhooks],
    ['health.calls', failedReports, 'Reports of calls whose turns could not be fetched', reports],
    ['health.calls', refusedReports, 'Deliveries of calls that were refused, the latest within a day', reports],
    ['health.calls', keptReports, 'Reports of calls of the last day that were not understood', reports],
    ['health.keys', endingKeys, 'API keys in use that end within two weeks', keys],
  ];
  const counted = warnings
    .filter(([, count]) => count > 0)
    .map(([id, count, what, fix]) => result(id, 'warning', `${what}: ${count}`, { fix, data: { count } }));
  return [...counted, ...checkCalendars(unknownCalendars)];
}
