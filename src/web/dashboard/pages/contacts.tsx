import { useState } from 'preact/hooks';
import { isNumber } from '../../../lib/search/text-search.ts';
import { PhoneNumber } from '../../components/phone-number.tsx';
import { Said } from '../../components/said.tsx';
import { countText } from '../../lib/moments.ts';
import { addContact } from '../parts/add-contact.ts';
import { ContactFields } from '../parts/contact-fields.tsx';
import { useDesk } from '../parts/context.ts';
import { Form, filled, valuesOf } from '../parts/form.tsx';
import { Shown, useLoaded } from '../parts/load.tsx';
import { NewButton } from '../parts/new-button.tsx';
import { Page } from '../parts/page.tsx';
import { Pager, pagesByCursor } from '../parts/pager.tsx';
import { type Columns, RecordTable } from '../parts/record-table.tsx';
import { answerOf, type ContactItem, type ListAnswer } from '../parts/records.ts';
import { href, navigate, type Route } from '../parts/route.ts';
import { isManager } from '../requests/session.ts';
import { ContactDetail } from './contact.tsx';

const PER_PAGE = 50;

const newest = (page = 1) => href('contacts', undefined, { order: 'newest', page: page > 1 ? String(page) : '' });

const COLUMNS: Columns<ContactItem> = [
  {
    heading: 'Name',
    cell: ({ id, name }) => (
      <a href={href('contacts', id)}>
        <Said text={name || 'without a name'} />
      </a>
    ),
  },
  { heading: 'Telephone', cell: ({ phone }) => phone && <PhoneNumber text={phone} /> },
  { heading: 'E-mail', cell: ({ email }) => email && <Said text={email} /> },
];

interface NoContactProps {
  query: string;
  canImport: boolean;
}

function NoContact({ query, canImport }: NoContactProps) {
  if (query) return <p>{noneText(query)}</p>;
  return (
    <>
      <p>There is no contact yet.</p>
      {canImport && (
        <p class="quiet">
          Customers of another program, and their appointments, can be{' '}
          <a href={href('import')}>imported from its files</a>.
        </p>
      )}
    </>
  );
}

/** The search finds a telephone number in whole or by its end, as the platform does, and not by its beginning. */
const noneText = (query: string): string =>
  isNumber(query)
    ? 'No contact matches. A telephone number is found in whole, or by its last digits, four or more.'
    : 'No contact matches.';

/** Customers: searched, added and changed. */
export function ContactsPage({ route }: { route: Route }) {
  return route.id ? <ContactDetail key={route.id} id={route.id} /> : <ContactList route={route} />;
}

function ContactList({ route }: { route: Route }) {
  const desk = useDesk();
  const { team, session, readTool, announce } = desk;
  const canImport = isManager(team) && !session.read_only;
  const query = route.params.get('query') ?? '';
  const isNewest = !query && route.params.get('order') === 'newest';
  const page = Number(route.params.get('page')) || 1;
  const byName = pagesByCursor(route);
  /** The number of a call, for which the contact is made. */
  const phone = route.params.get('new') ?? undefined;
  const [isAdding, setAdding] = useState(phone !== undefined);
  const list = async (args: Record<string, unknown>) =>
    answerOf<ListAnswer<ContactItem>>(await readTool('list_contacts', args));
  const [contacts, reload] = useLoaded(JSON.stringify([team.id, query, isNewest, page, byName.key]), () => {
    if (query) return list({ query, per_page: 100 });
    if (isNewest) return list({ page, per_page: PER_PAGE });
    return byName.read((more) => list({ order: 'asc', per_page: PER_PAGE, ...more }));
  });
  return (
    <Page
      title="Contacts"
      actions={
        <>
          {canImport && (
            <a class="button" href={href('import')}>
              Import from a file…
            </a>
          )}
          <NewButton label="New contact" isOpen={isAdding} onOpen={() => setAdding(true)} />
        </>
      }
    >
      {isAdding && (
        <section class="card">
          <h2>New contact</h2>
          <Form
            submit="Add the contact"
            onCancel={() => setAdding(false)}
            onSubmit={async (values) => {
              const added = await addContact(filled(values), desk);
              if (!added) return;
              setAdding(false);
              announce(added.message);
              if (phone !== undefined && added.contact) navigate(href('contacts', added.contact.id));
              else await reload();
            }}
          >
            <ContactFields contact={phone === undefined ? {} : { phone }} />
          </Form>
        </section>
      )}
      <div class="row toolbar">
        <a class="button" href={href('contacts')} aria-current={!query && !isNewest ? 'true' : undefined}>
          By name
        </a>
        <a class="button" href={newest()} aria-current={isNewest ? 'true' : undefined}>
          Newest first
        </a>
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
              <input
                key={query}
                type="search"
                name="query"
                defaultValue={query}
                placeholder="Name, telephone or e-mail"
              />
            </label>
            <button type="submit">Search</button>
            {query && <a href={href('contacts')}>Show all</a>}
          </form>
        </search>
      </div>
      <Shown of={contacts}>
        {({ items, total, has_more: hasMore, cursor }) =>
          items.length === 0 ? (
            <NoContact query={query} canImport={canImport} />
          ) : (
            <>
              <RecordTable
                caption={countText(total ?? items.length, query ? 'matching contact' : 'contact')}
                columns={COLUMNS}
                records={items}
                keyOf={({ id }) => id}
              />
              {isNewest && (
                <Pager
                  page={page}
                  previous={page > 1 ? newest(page - 1) : undefined}
                  next={hasMore ? newest(page + 1) : undefined}
                />
              )}
              {!query && !isNewest && <Pager page={byName.page} {...byName.neighbours(cursor)} />}
              {query && hasMore && <p class="quiet">There are more: search for more words.</p>}
            </>
          )
        }
      </Shown>
    </Page>
  );
}
