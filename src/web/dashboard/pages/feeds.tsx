import { useState } from 'preact/hooks';
import { useDesk } from '../parts/context.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Form, Select } from '../parts/form.tsx';
import { messageOf, Shown, useLoaded } from '../parts/load.tsx';
import { Page } from '../parts/page.tsx';
import { Secret } from '../parts/secret.tsx';
import { Moment } from '../parts/time.tsx';
import { type CalendarFeed, createFeed, listFeeds, renewFeed, revokeFeed } from '../requests/admin.ts';

interface Person {
  id: string;
  name?: string;
}

/** Calendar feeds: secret addresses at which the calendar programs of the staff read appointments. */
export function FeedsPage() {
  const { team, session, callTool, ask, announce } = useDesk();
  const [feeds, reload] = useLoaded(team.id, () => listFeeds(team.id));
  const [people] = useLoaded(team.id, async () => {
    const result = await callTool('list_staff', { per_page: 100 });
    return (result?.structuredContent?.items ?? []) as Person[];
  });
  const [isAdding, setAdding] = useState(false);
  const [address, setAddress] = useState<string>();
  const act = async (work: () => Promise<string>) => {
    try {
      announce(await work());
    } catch (error) {
      announce(messageOf(error));
    }
    await reload();
  };
  const renew = async (feed: CalendarFeed) => {
    const question = `Replace the address of ${nameOf(feed)}? Calendars at its present address stop being updated.`;
    if (!(await ask(question, 'Yes, replace it'))) return;
    await act(async () => {
      setAddress(addressOf(await renewFeed(team.id, feed.id)));
      return 'The address was replaced.';
    });
  };
  const revoke = async (feed: CalendarFeed) => {
    const question = `End ${nameOf(feed)}? Calendars at its address stop being updated.`;
    if (!(await ask(question, 'Yes, end it'))) return;
    await act(async () => {
      await revokeFeed(team.id, feed.id);
      return 'The feed was ended.';
    });
  };
  return (
    <Page
      title="Calendar feeds"
      about="Secret addresses at which calendar programs read your appointments: Apple, Google, Outlook and others."
      actions={
        !isAdding &&
        !session.read_only && (
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            New feed
          </button>
        )
      }
    >
      {address && (
        <>
          <Secret name="address" value={address} onDone={() => setAddress(undefined)} />
          <p class="quiet">
            Add it in the calendar program as a subscription. On a computer or telephone of Apple and in Outlook, this
            opens it: <CopyButton text={address.replace(/^https?:/, 'webcal:')} label="Copy as webcal address" />.
            Google Calendar can take a day to show a change.
          </p>
        </>
      )}
      {isAdding && (
        <section class="card">
          <h2>New feed</h2>
          <Form
            submit="Make the feed"
            onCancel={() => setAdding(false)}
            onSubmit={async ({ staff = '', detail = 'masked' }) => {
              const made = await createFeed(team.id, { staff_id: staff || null, masked: detail === 'masked' });
              setAddress(addressOf(made));
              setAdding(false);
              announce('The feed was made.');
              await reload();
            }}
          >
            <Select
              label="Appointments of"
              name="staff"
              options={[
                { value: '', label: 'the whole business' },
                ...(people.state === 'ready' ? people.value : []).map(({ id, name }) => ({
                  value: id,
                  label: name ?? id,
                })),
              ]}
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
            <div class="cards-when-narrow">
              <table>
                <caption class="visually-hidden">Calendar feeds</caption>
                <thead>
                  <tr>
                    <th scope="col">Appointments of</th>
                    <th scope="col">Shows</th>
                    <th scope="col">Made</th>
                    <th scope="col">Last read</th>
                    <th scope="col">
                      <span class="visually-hidden">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((feed) => (
                    <tr key={feed.id} class={feed.active ? undefined : 'ended'}>
                      <th scope="row" data-label="Of">
                        {feed.staff_name ?? feed.staff_id ?? 'the whole business'}
                      </th>
                      <td data-label="Shows">{feed.masked ? 'service and initials' : 'everything'}</td>
                      <td data-label="Made">
                        <Moment at={feed.renewed_at ?? feed.created_at} />
                      </td>
                      <td data-label="Last read">
                        <Moment at={feed.last_fetched_at} />
                        {feed.last_fetched_by && ` by ${feed.last_fetched_by}`}
                      </td>
                      <td>
                        {!session.read_only && (
                          <div class="row">
                            <button
                              type="button"
                              aria-label={`Replace the address of ${nameOf(feed)}`}
                              onClick={() => void renew(feed)}
                            >
                              Replace
                            </button>
                            <button
                              type="button"
                              class="danger"
                              aria-label={`End ${nameOf(feed)}`}
                              onClick={() => void revoke(feed)}
                            >
                              End
                            </button>
                          </div>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </Page>
  );
}

const nameOf = ({ staff_name: name, staff_id: id }: CalendarFeed) =>
  name || id ? `the feed of ${name ?? id}` : 'the feed of the whole business';

/** The public address; without one, the address at which this page was opened. */
const addressOf = ({ url, path }: { url?: string | null; path: string }) => url ?? `${location.origin}${path}`;
