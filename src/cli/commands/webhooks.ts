import { table } from '../runtime/table.ts';
import { CommandError, UsageError } from '../runtime/usage-error.ts';
import { formatMinute, manage } from './manage.ts';

const COMMAND = 'rcpt-mcp platform webhooks';

/** The address in the form that is connected to. */
const address = (url: string) => new URL(url).href;
const noWebhook = (id: string) => new CommandError(`There is no webhook ${id}. See ${COMMAND} list.`);

function readIds(given: readonly string[], what: string, example: string, most = 1): [string, string | undefined] {
  const [first, second] = given;
  if (!first || given.length > most) throw new UsageError(`Give ${what}, such as ${COMMAND} ${example}.`);
  return [first, second];
}

export const runWebhooks = manage('platform webhooks', {
  list: async (platform, { print }) => {
    const webhooks = await platform.webhooks.list();
    const rows = webhooks.map((webhook) => [
      webhook.id,
      webhook.active ? 'yes' : 'no',
      String(webhook.pending),
      String(webhook.failed),
      formatMinute(webhook.lastDeliveryAt),
      webhook.lastDeliveryStatus ?? '',
      address(webhook.url),
    ]);
    const head = ['id', 'active', 'waiting', 'failed', 'last sent (UTC)', 'result', 'url'];
    for (const line of table(head, rows)) print(line);
    for (const { id, disabledReason, disabledAt } of webhooks) {
      if (disabledReason) print(`${id} is disabled since ${formatMinute(disabledAt)}: ${disabledReason}`);
    }
  },
  log: async (platform, run) => {
    const [id] = readIds(run.positionals, 'one webhook id', 'log wh_123 --limit 100');
    const attempts = await platform.webhooks.log(id, run.options.limit);
    if (!attempts) throw noWebhook(id);
    const rows = attempts.map(({ at, eventId, type, result, durationMs }) => [
      at.slice(0, 19).replace('T', ' '),
      eventId,
      type,
      String(durationMs),
      result,
    ]);
    for (const line of table(['time (UTC)', 'event', 'type', 'ms', 'result'], rows)) run.print(line);
  },
  redeliver: async (platform, run) => {
    const what = 'a webhook id, or an event id and, if you like, a webhook id';
    const [id, webhookId] = readIds(run.positionals, what, 'redeliver wh_123', 2);
    const begun = await platform.webhooks.redeliver(id, { webhookId });
    if (begun === undefined) {
      throw new CommandError(`There is nothing to send again under ${id}. See ${COMMAND} list and ${COMMAND} log.`);
    }
    run.print(`${begun} ${begun === 1 ? 'delivery starts' : 'deliveries start'} again.`);
    if (begun > 0)
      run.print('They are sent by the platform that runs on this database, at once or when it is started.');
  },
  ping: async (platform, run) => {
    const [id] = readIds(run.positionals, 'one webhook id', 'ping wh_123');
    const made = await platform.webhooks.ping(id);
    if (!made) throw noWebhook(id);
    const outcome = `${made.result} after ${made.durationMs} ms (event ${made.eventId})`;
    if (!made.delivered) throw new CommandError(`The ping was not accepted: ${outcome}.`);
    run.print(`The ping was accepted: ${outcome}.`);
  },
});
