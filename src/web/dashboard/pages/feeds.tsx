import { useState } from 'preact/hooks';
import { Said } from '../../components/said.tsx';
import type { ToolResult } from '../../lib/tool-result.ts';
import { useDesk } from '../parts/context.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Form, optionsOf, Select } from '../parts/form.tsx';
import { inQuotes } from '../parts/in-quotes.ts';
import { Shown, useLoaded } from '../parts/load.tsx';
import { NewButton } from '../parts/new-button.tsx';
import { Page } from '../parts/page.tsx';
import { type Columns, RecordTable } from '../parts/record-table.tsx';
import { answerOf, itemsOf, readStaff } from '../parts/records.ts';
import { Secret, useSecrets } from '../parts/secret.tsx';
import { Moment, ZoneNote } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';

interface CalendarFeed {
  id: string;
  staff_id?: string;
  staff_name?: string;
  masked?: boolean;
  active?: boolean;
  created_at?: string;
  renewed_at?: string;
  last_fetched_at?: string;
  last_fetched_by?: string;
}

const COLUMNS: Columns<CalendarFeed> = [
  {
    heading: 'Appointments of',
    label: 'Of',
    cell: ({ staff_id: id, staff_name: name }) => (id ? <Said text={name ?? id} /> : 'the whole business'),
  },
  { heading: 'Shows', cell: ({ masked }) => (masked ? 'service and initials' : 'everything') },
  { heading: 'Made', cell: (feed) => <Moment at={feed.renewed_at ?? feed.created_at} /> },
  {
    heading: 'Last read',
    cell: ({ last_fetched_at: at, last_fetched_by: by }) => (
      <>
        <Moment at={at} />
        {by && (
          <>
            {' by '}
            <Said text={by} />
          </>
        )}
      </>
    ),
  },
];

/** Calendar feeds: secret addresses at which the calendar programs of the staff read appointments. */
export function FeedsPage() {
  const { team, session, callTool, readTool, announce } = useDesk();
  const [feeds, reload] = useLoaded(team.id, async () => {
    return itemsOf<CalendarFeed>(await readTool('list_calendar_feeds', { per_page: 100 }));
  });
  const [people] = useLoaded(team.id, () => readStaff({ readTool }));
  const [isAdding, setAdding] = useState(false);
  const { secrets, show, drop } = useSecrets();
  const { isBusy, act } = useAction(reload);
  /** Makes, renews or ends a feed. The server asks first, and says what follows. Returns whether it was done. */
  const manage = async (args: Record<string, unknown>): Promise<boolean> => {
    const result = await callTool('manage_calendar_feed', args);
    if (!result) return false;
    const { feed, deleted } = answerOf<{ feed?: CalendarFeed; deleted?: string }>(result);
    const address = addressIn(result);
    if (feed && address) show({ id: feed.id, of: nameOf(feed), value: address });
    if (deleted) drop(deleted);
    return true;
  };
  const change = (args: Record<string, unknown>, done: string) =>
    act(async () => ((await manage(args)) ? done : undefined));
  return (
    <Page
      title="Calendar feeds"
      about="Secret addresses at which calendar programs read your appointments: Apple, Google, Outlook and others."
      actions={<NewButton label="New feed" isOpen={isAdding} onOpen={() => setAdding(true)} />}
    >
      {secrets.map(({ id, ...secret }) => (
        <Secret key={secret.value} name="address" {...secret} onDone={() => drop(id)}>
          <p>
            Add it in the calendar program as a subscription. On a computer or telephone of Apple and in Outlook, this
            opens it: <CopyButton text={secret.value.replace(/^https?:/, 'webcal:')} label="Copy as webcal address" />.
            Google Calendar can take a day to show a change.
          </p>
        </Secret>
      ))}
      {isAdding && (
        <section class="card">
          <h2>New feed</h2>
          <Form
            submit="Make the feed"
            onCancel={() => setAdding(false)}
            onSubmit={async ({ staff = '', detail = 'masked' }) => {
              const whose = staff ? { staff_id: staff } : {};
              if (!(await manage({ action: 'create', ...whose, masked: detail === 'masked' }))) return;
              setAdding(false);
              announce('The feed was made.');
              await reload();
            }}
          >
            <Select
              label="Appointments of"
              name="staff"
              options={[{ value: '', label: 'the whole business' }, ...optionsOf(people.value ?? [])]}
            />
            <Select
              label="What it shows"
              name="detail"
              options={[
                { value: 'masked', label: 'service and initials only' },
                { value: 'full', label: 'names, telephone numbers and notes' },
              ]}
              hint="All who have the address can read it, also the company that runs the calendar."
            />
          </Form>
        </section>
      )}
      <Shown of={feeds}>
        {(list) =>
          list.length === 0 ? (
            <p>There is no feed yet.</p>
          ) : (
            <>
              <ZoneNote />
              <RecordTable
                caption="Calendar feeds"
                isCaptionShown={false}
                columns={COLUMNS}
                records={list}
                keyOf={({ id }) => id}
                isEnded={({ active }) => active === false}
                actions={
                  session.read_only ? undefined : (feed) => <Actions of={feed} isBusy={isBusy} change={change} />
                }
              />
            </>
          )
        }
      </Shown>
    </Page>
  );
}

interface ActionsProps {
  of: CalendarFeed;
  isBusy: boolean;
  change(args: Record<string, unknown>, done: string): Promise<void>;
}

function Actions({ of: feed, isBusy, change }: ActionsProps) {
  return (
    <div class="row">
      <button
        type="button"
        aria-label={`Replace the address of ${nameOf(feed)}`}
        aria-disabled={isBusy}
        onClick={() => void change({ action: 'renew', feed_id: feed.id }, 'The address was replaced.')}
      >
        Replace
      </button>
      <button
        type="button"
        class="danger"
        aria-label={`End ${nameOf(feed)}`}
        aria-disabled={isBusy}
        onClick={() => void change({ action: 'revoke', feed_id: feed.id }, 'The feed was ended.')}
      >
        End
      </button>
    </div>
  );
}

const nameOf = ({ staff_name: name, staff_id: id }: CalendarFeed) =>
  id ? `the feed of ${inQuotes(name ?? id)}` : 'the feed of the whole business';

/** The new address in an answer, which has it only once. Without a public one, that at which this page was opened. */
function addressIn({ _meta }: ToolResult): string | undefined {
  const secrets = _meta?.['rcpt-mcp/secrets'] as { value: string }[] | undefined;
  const value = secrets?.[0]?.value;
  return value?.startsWith('/') ? `${location.origin}${value}` : value;
}
