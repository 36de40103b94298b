import { useEffect, useRef, useState } from 'preact/hooks';
import { Said } from '../../components/said.tsx';
import { countText } from '../../lib/moments.ts';
import { useDesk } from '../parts/context.ts';
import { Check, Field, Form } from '../parts/form.tsx';
import { inQuotes } from '../parts/in-quotes.ts';
import { Shown, useLoaded } from '../parts/load.tsx';
import { NewButton } from '../parts/new-button.tsx';
import { Page } from '../parts/page.tsx';
import { type Columns, RecordTable } from '../parts/record-table.tsx';
import { href, type Route } from '../parts/route.ts';
import { Secret, useSecrets } from '../parts/secret.tsx';
import { Moment, ZoneNote } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import {
  createWebhook,
  type DeliveryAttempt,
  deleteWebhook,
  listAttempts,
  listEventTypes,
  listWebhooks,
  pingWebhook,
  resendDeliveries,
  type Webhook,
} from '../requests/admin.ts';

/** Webhooks with their health; the last deliveries of one. */
export function WebhooksPage({ route }: { route: Route }) {
  const { team } = useDesk();
  const [webhooks, reload] = useLoaded(team.id, () => listWebhooks(team.id));
  const [isAdding, setAdding] = useState(false);
  const { secrets, show, drop } = useSecrets();
  return (
    <Page
      title="Webhooks"
      about="Addresses that are notified of bookings and calls. Each delivery is signed, and sent again if it is not accepted."
      actions={<NewButton label="New webhook" isOpen={isAdding} onOpen={() => setAdding(true)} />}
    >
      {secrets.map(({ id, ...secret }) => (
        <Secret key={secret.value} name="signing secret" {...secret} onDone={() => drop(id)} />
      ))}
      {isAdding && (
        <NewWebhook
          onCancel={() => setAdding(false)}
          onMade={async ({ id, url, secret }) => {
            setAdding(false);
            show({ id, of: inQuotes(url), value: secret });
            await reload();
          }}
        />
      )}
      <Shown of={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <p>There is no webhook yet.</p>
          ) : (
            <>
              <ZoneNote />
              <ul class="cards">
                {list.map((webhook) => (
                  <WebhookCard
                    key={webhook.id}
                    webhook={webhook}
                    isOpen={route.id === webhook.id}
                    onChange={reload}
                    onDelete={() => drop(webhook.id)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </Page>
  );
}

/** What the state of a webhook is, and how good that is. */
function healthOf(webhook: Webhook): { grade: 'good' | 'warn' | 'bad'; text: string } {
  const { active, disabled_reason: reason, consecutive_failures: failures, failed, pending } = webhook;
  if (!active) return { grade: 'bad', text: `Disabled${reason ? `: ${reason}` : ''}` };
  if (failures > 0)
    return { grade: 'warn', text: `The last ${failures === 1 ? 'attempt' : `${failures} attempts`} failed` };
  if (failed > 0) return { grade: 'warn', text: `${countText(failed, 'delivery', 'deliveries')} failed for good` };
  if (pending > 0) return { grade: 'good', text: `${pending} on the way` };
  return { grade: 'good', text: webhook.last_delivery_at ? 'Works' : 'Nothing sent yet' };
}

interface WebhookCardProps {
  webhook: Webhook;
  isOpen: boolean;
  onChange(): Promise<unknown>;
  onDelete(): void;
}

function WebhookCard({ webhook, isOpen, onChange, onDelete }: WebhookCardProps) {
  const { team, session, ask } = useDesk();
  const { grade, text } = healthOf(webhook);
  const { isBusy, act } = useAction(onChange);
  const remove = () =>
    act(async () => {
      const question = `Delete the webhook to ${inQuotes(webhook.url)}? Its deliveries end.`;
      if (!(await ask(question, 'Yes, delete it'))) return undefined;
      await deleteWebhook(team.id, webhook.id);
      onDelete();
      return 'The webhook was deleted.';
    });
  const test = () =>
    act(async () => {
      const { delivered, result } = await pingWebhook(team.id, webhook.id);
      if (!delivered) throw new Error(`The test was not delivered: ${result}.`);
      return 'The test was delivered.';
    });
  const resend = () =>
    act(async () => {
      const { requeued, due_now: dueNow } = await resendDeliveries(team.id, webhook.id);
      return `${requeued} failed and ${dueNow} waiting deliveries are sent now.`;
    });
  return (
    <li class="card">
      <h2>
        <Said text={webhook.url} />
      </h2>
      <p>
        <span class={`badge ${grade}`}>{text}</span>{' '}
        <span class="quiet">
          last delivery <Moment at={webhook.last_delivery_at} />
          {webhook.last_delivery_status && ` (${webhook.last_delivery_status})`}
        </span>
      </p>
      <p class="quiet">{webhook.events.join(', ')}</p>
      <div class="row">
        <a class="button" href={href('webhooks', isOpen ? undefined : webhook.id)} aria-expanded={isOpen}>
          Last deliveries
        </a>
        {!session.read_only && (
          <>
            <button type="button" aria-disabled={isBusy} onClick={() => void test()}>
              Send a test
            </button>
            {(webhook.failed > 0 || webhook.pending > 0 || !webhook.active) && (
              <button type="button" aria-disabled={isBusy} onClick={() => void resend()}>
                Send failed and waiting ones now
              </button>
            )}
            <button type="button" class="danger" aria-disabled={isBusy} onClick={() => void remove()}>
              Delete
            </button>
          </>
        )}
      </div>
      {isOpen && <Attempts webhook={webhook} />}
    </li>
  );
}

const ATTEMPT_COLUMNS: Columns<DeliveryAttempt> = [
  { heading: 'When', cell: ({ at }) => <Moment at={at} /> },
  { heading: 'Event', cell: ({ type }) => type },
  {
    heading: 'Result',
    cell: ({ delivered, result }) => (
      <>
        <span class={`badge ${delivered ? 'good' : 'bad'}`}>{delivered ? 'delivered' : 'failed'}</span> {result}
      </>
    ),
  },
  { heading: 'Time', isNumber: true, cell: ({ duration_ms: ms }) => `${ms} ms` },
];

/** The last deliveries of a webhook; read again with it, because a test or a new attempt changes both. */
function Attempts({ webhook }: { webhook: Webhook }) {
  const { team } = useDesk();
  const [attempts, reload] = useLoaded(webhook.id, () => listAttempts(team.id, webhook.id));
  const read = useRef(webhook);
  useEffect(() => {
    if (read.current === webhook) return;
    read.current = webhook;
    void reload();
  }, [webhook, reload]);
  return (
    <Shown of={attempts}>
      {(list) =>
        list.length === 0 ? (
          <p>Nothing was delivered yet.</p>
        ) : (
          <RecordTable
            caption="Last deliveries"
            columns={ATTEMPT_COLUMNS}
            records={list}
            keyOf={({ at, event_id: eventId }) => `${at} ${eventId}`}
          />
        )
      }
    </Shown>
  );
}

interface NewWebhookProps {
  onMade(webhook: Webhook & { secret: string }): Promise<void>;
  onCancel(): void;
}

function NewWebhook({ onMade, onCancel }: NewWebhookProps) {
  const { team } = useDesk();
  const [types] = useLoaded('events', () => listEventTypes(team.id));
  return (
    <section class="card">
      <h2>New webhook</h2>
      <Shown of={types}>
        {(list) => (
          <Form
            submit="Make the webhook"
            onCancel={onCancel}
            onSubmit={async ({ url = '', ...rest }) => {
              const events = list.map(({ name }) => name).filter((name) => name in rest);
              if (events.length === 0) throw new Error('Choose at least one event.');
              await onMade(await createWebhook(team.id, { url, events }));
            }}
          >
            <Field
              label="Address"
              name="url"
              type="url"
              hint="An https address that accepts POST requests."
              isRequired
            />
            <fieldset>
              <legend>Events</legend>
              {list.map(({ name, description }) => (
                <Check key={name} name={name}>
                  {description || name} <code class="quiet">{name}</code>
                </Check>
              ))}
            </fieldset>
          </Form>
        )}
      </Shown>
    </section>
  );
}
