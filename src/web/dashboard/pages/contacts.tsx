import { useState } from 'preact/hooks';
import { Said } from '../../components/said.tsx';
import type { ToolResult } from '../../lib/tool-result.ts';
import { useDesk } from '../parts/context.ts';
import { Field, Form, filled, valuesOf } from '../parts/form.tsx';
import { Shown, useLoaded } from '../parts/load.tsx';
import { NewButton } from '../parts/new-button.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type BookingItem, type CallItem, type ContactItem, type ListAnswer, localMoment } from '../parts/records.ts';
import { href, navigate, type Route } from '../parts/route.ts';

/** Customers: searched, added and changed. */
export function ContactsPage({ route }: { route: Route }) {
  return route.id ? <ContactDetail key={route.id} id={route.id} /> : <ContactList route={route} />;
}

const ALREADY_THERE = 'There is a contact with this telephone number or e-mail address already. Nothing was added.';

const answerOf = <T,>(result: ToolResult | undefined) => (result?.structuredContent ?? {}) as T;

function ContactList({ route }: { route: Route }) {
  const { team, callTool, announce } = useDesk();
  const query = route.params.get('query') ?? '';
  const page = Number(route.params.get('page')) || 1;
  const [isAdding, setAdding] = useState(false);
  const [contacts, reload] = useLoaded(JSON.stringify([team.id, query, page]), async () =>
    answerOf<ListAnswer<ContactItem>>(
      await callTool('list_contacts', query ? { query, per_page: 100 } : { page, per_page: 50 }),
    ),
  );
  return (
    <Page title="Contacts" actions={<NewButton label="New contact" isOpen={isAdding} onOpen={() => setAdding(true)} />}>
      {isAdding && (
        <section class="card">
          <h2>New contact</h2>
          <Form
            submit="Add the contact"
            onCancel={() => setAdding(false)}
            onSubmit={async (values) => {
              const result = await callTool('create_contact', filled(values));
              if (!result) return;
              setAdding(false);
              const { created, note } = answerOf<{ created?: boolean; note?: string }>(result);
              announce(note ?? (created === false ? ALREADY_THERE : 'The contact was added.'));
              await reload();
            }}
          >
            <ContactFields />
          </Form>
        </section>
      )}
      <search>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            navigate(href('contacts', undefined, filled(valuesOf(event.currentTarget))));
          }}
        >
          <label>
            <span class="visually-hidden">Search contacts</span>
            <input type="search" name="query" defaultValue={query} placeholder="Name, telephone or e-mail" />
          </label>
          <button type="submit">Search</button>
          {query && <a href={href('contacts')}>Show all</a>}
        </form>
      </search>
      <Shown of={contacts}>
        {({ items, total, has_more: hasMore }) =>
          items.length === 0 ? (
            <p>{query ? 'No contact matches.' : 'There is no contact yet.'}</p>
          ) : (
            <>
              <div class="cards-when-narrow">
                <table>
                  <caption>
                    {total ?? items.length} {query ? 'matching' : ''} contacts
                  </caption>
                  <thead>
                    <tr>
                      <th scope="col">Name</th>
                      <th scope="col">Telephone</th>
                      <th scope="col">E-mail</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map(({ id, name, phone, email }) => (
                      <tr key={id}>
                        <th scope="row" data-label="Name">
                          <a href={href('contacts', id)}>
                            <Said text={name || 'without a name'} />
                          </a>
                        </th>
                        <td data-label="Telephone">{phone && <Said text={phone} />}</td>
                        <td data-label="E-mail">{email && <Said text={email} />}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              {!query && <Pager of="contacts" page={page} hasMore={hasMore} />}
              {query && hasMore && <p class="quiet">There are more: search for more words.</p>}
            </>
          )
        }
      </Shown>
    </Page>
  );
}

function ContactFields({ contact }: { contact?: ContactItem }) {
  return (
    <>
      <Field label="Name" name="name" value={contact?.name} maxLength={200} isRequired />
      <Field label="Telephone" name="phone" type="tel" value={contact?.phone} />
      <Field label="E-mail address" name="email" type="email" value={contact?.email} />
    </>
  );
}

interface Visits {
  next_bookings?: BookingItem[];
  last_bookings?: BookingItem[];
  last_calls?: CallItem[];
}

function ContactDetail({ id }: { id: string }) {
  const { session, callTool, announce } = useDesk();
  const [isEditing, setEditing] = useState(false);
  const [loaded, reload] = useLoaded(id, async () => {
    const { contact } = answerOf<{ contact: ContactItem }>(await callTool('get_contact', { contact_id: id }));
    const address = contact.phone ?? contact.email;
    const visits = address ? answerOf<Visits>(await callTool('lookup_caller', { query: address })) : {};
    return { contact, visits };
  });
  return (
    <Page
      title="Contact"
      actions={
        <>
          <a class="button" href={href('contacts')}>
            All contacts
          </a>
          {loaded.state !== 'failed' && !isEditing && !session.read_only && (
            <button type="button" onClick={() => setEditing(true)}>
              Change
            </button>
          )}
        </>
      }
    >
      <Shown of={loaded}>
        {({ contact, visits }) => (
          <>
            {isEditing ? (
              <section class="card">
                <Form
                  submit="Save"
                  onCancel={() => setEditing(false)}
                  onSubmit={async (values) => {
                    if (Object.entries(values).some(([name, value]) => value.trim() === '' && contact[name as 'name']))
                      throw new Error('A value can be replaced here, but not removed. Nothing was changed.');
                    const changed = Object.fromEntries(
                      Object.entries(filled(values)).filter(([name, value]) => contact[name as 'name'] !== value),
                    );
                    if (Object.keys(changed).length > 0) {
                      const since = contact.updated_at ? { if_unchanged_since: contact.updated_at } : {};
                      if (!(await callTool('update_contact', { contact_id: id, ...changed, ...since }))) return;
                      announce('The contact was changed.');
                    }
                    setEditing(false);
                    await reload();
                  }}
                >
                  <ContactFields contact={contact} />
                </Form>
              </section>
            ) : (
              <dl class="facts">
                <dt>Name</dt>
                <dd>{contact.name ? <Said text={contact.name} /> : '–'}</dd>
                <dt>Telephone</dt>
                <dd>{contact.phone ? <Said text={contact.phone} /> : '–'}</dd>
                <dt>E-mail</dt>
                <dd>{contact.email ? <Said text={contact.email} /> : '–'}</dd>
              </dl>
            )}
            <Bookings title="Next appointments" items={visits.next_bookings ?? []} />
            <Bookings title="Last appointments" items={visits.last_bookings ?? []} />
            <section>
              <h2>Last calls</h2>
              {(visits.last_calls ?? []).length === 0 && <p class="quiet">None.</p>}
              <ul class="lines">
                {(visits.last_calls ?? []).map(({ id: callId, started_local: at, outcome, summary }) => (
                  <li key={callId}>
                    <a href={href('calls', callId)}>{localMoment(at)}</a>{' '}
                    <span class="badge">{outcome?.replaceAll('_', ' ')}</span>
                    {summary && <Said text={summary} as="block" />}
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </Shown>
    </Page>
  );
}

function Bookings({ title, items }: { title: string; items: readonly BookingItem[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {items.length === 0 && <p class="quiet">None.</p>}
      <ul class="lines">
        {items.map(({ id, start_local: at, service_name: service, staff_name: staff, status }) => (
          <li key={id}>
            <a href={href('agenda', at?.slice(0, 10), { booking: id })}>{localMoment(at)}</a>{' '}
            {service && <Said text={service} />}
            {staff && (
              <>
                {' with '}
                <Said text={staff} />
              </>
            )}{' '}
            {status && status !== 'confirmed' && <span class="badge warn">{status}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
