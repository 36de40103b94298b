import { CommandError } from '../../config/usage-error.ts';
import type { WebhookInfo } from '../../platform/index.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { recordTable } from '../terminal/table.ts';
import { formatMinute, manage } from './manage.ts';

const COMMAND = 'platform webhooks';

/** Returns the URL in the normalized form to which requests are sent. */
const normalizedUrl = (url: string) => new URL(url).href;
const webhookNotFound = (run: Run, id: string) =>
  new CommandError(`There is no webhook ${id}. To see all: ${followUp(run, `${COMMAND} list`)}`);

const whereToLook = (run: Run) =>
  `To see webhooks and deliveries: ${followUp(run, `${COMMAND} list`)} and ${followUp(run, `${COMMAND} log ID`)}`;

export const runWebhooks = manage({
  list: async (platform, { print, options, isTerminal }) => {
    const webhooks = await platform.webhooks.list();
    if (options.json) return printJson({ print }, webhooks.map(shown));
    if (webhooks.length === 0) {
      return print('There are no webhooks. POST /v1/webhooks makes one, and so does the tool manage_webhooks.');
    }
    const rows = webhooks.map((webhook) => [
      webhook.id,
      webhook.active ? 'yes' : 'no',
      String(webhook.pending),
      String(webhook.failed),
      formatMinute(webhook.lastDeliveryAt),
      webhook.lastDeliveryStatus ?? '',
      normalizedUrl(webhook.url),
    ]);
    const head = ['id', 'active', 'pending', 'failed', 'last sent (UTC)', 'result', 'url'];
    for (const line of recordTable(head, rows, { isTerminal })) print(line);
    for (const { id, disabledReason, disabledAt } of webhooks) {
      if (disabledReason) print(`${id} has been disabled since ${formatMinute(disabledAt)}: ${disabledReason}`);
    }
  },
  log: async (platform, run) => {
    const id = requiredArgument(run);
    const attempts = await platform.webhooks.log(id, run.options.limit);
    if (!attempts) throw webhookNotFound(run, id);
    const rows = attempts.map(({ at, eventId, type, result, durationMs }) => [
      at.slice(0, 19).replace('T', ' '),
      eventId,
      type,
      String(durationMs),
      result,
    ]);
    for (const line of recordTable(['time (UTC)', 'event', 'type', 'ms', 'result'], rows, run)) run.print(line);
  },
  redeliver: async (platform, run) => {
    const id = requiredArgument(run);
    const [, webhookId] = run.positionals;
    const redelivery = await platform.webhooks
      .redeliver(id, { webhookId })
      .catch((error: unknown) => explain(error, run));
    if (!redelivery) throw new CommandError(`There is nothing to redeliver for ${id}. ${whereToLook(run)}`);
    const { requeued, dueNow } = redelivery;
    const count = (number: number) => `${number} ${number === 1 ? 'delivery' : 'deliveries'}`;
    const verb = (number: number) => (number === 1 ? 'is' : 'are');
    if (requeued > 0 || dueNow === 0) run.print(`${count(requeued)} ${verb(requeued)} queued again.`);
    if (dueNow > 0) run.print(`${count(dueNow)} that waited for the next attempt ${verb(dueNow)} due now.`);
    if (requeued + dueNow === 0)
      run.print('Nothing is queued for disabled webhooks, nor what is due or being sent already.');
    else run.print('The platform that runs on this database sends them, immediately or when it is started.');
  },
  ping: async (platform, run) => {
    const id = requiredArgument(run);
    const ping = await platform.webhooks.ping(id, { loopback: run.options['loopback-webhooks'] });
    if (!ping) throw webhookNotFound(run, id);
    const outcome = `${ping.result} after ${ping.durationMs} ms (event ${ping.eventId})`;
    if (!ping.delivered) throw new CommandError(`The ping was not accepted: ${outcome}.`);
    run.print(`The ping was accepted: ${outcome}.`);
  },
});

/** Maps a refused redelivery to a `CommandError`. */
async function explain(error: unknown, run: Run): Promise<never> {
  const { RedeliveryError } = await import('../../platform/index.ts');
  if (!(error instanceof RedeliveryError)) throw error;
  throw new CommandError(`${error.message} Nothing was changed. ${whereToLook(run)}`, {
    cause: error,
  });
}

const shown = (webhook: WebhookInfo) => ({
  id: webhook.id,
  url: normalizedUrl(webhook.url),
  events: webhook.events,
  active: webhook.active,
  disabled_reason: webhook.disabledReason,
  disabled_at: webhook.disabledAt,
  pending: webhook.pending,
  failed: webhook.failed,
  last_delivery_at: webhook.lastDeliveryAt,
  last_delivery_status: webhook.lastDeliveryStatus,
});
