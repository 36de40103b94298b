import { useState } from 'preact/hooks';
import { Said } from '../../components/said.tsx';
import { useDesk } from '../parts/context.ts';
import { Check, Field, Form } from '../parts/form.tsx';
import { inQuotes } from '../parts/in-quotes.ts';
import { Shown, useLoaded } from '../parts/load.tsx';
import { NewButton } from '../parts/new-button.tsx';
import { Page } from '../parts/page.tsx';
import { type Columns, RecordTable } from '../parts/record-table.tsx';
import { Secret, useSecrets } from '../parts/secret.tsx';
import { Moment, ZoneNote } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { type ApiKey, createKey, listKeys, revokeKey } from '../requests/admin.ts';

/** The scopes of keys (specification, Authentication, Scopes), and those of the extension `business_changes`. */
const SCOPES: readonly [scope: string, meaning: string][] = [
  ['read:bookings', 'see bookings'],
  ['write:bookings', 'make, change and cancel bookings'],
  ['read:contacts', 'see contacts'],
  ['write:contacts', 'add and change contacts'],
  ['read:calls', 'see calls and transcripts'],
  ['write:calls', 'add calls'],
  ['read:services', 'see services and prices'],
  ['read:staff', 'see staff'],
  ['webhooks:manage', 'manage webhooks'],
  ['time_off:manage', 'record the time off of staff'],
  ['business:manage', 'change hours, closures, services, prices and staff'],
];
const READING = new Set(['read:bookings', 'read:contacts', 'read:calls', 'read:services', 'read:staff']);

const COLUMNS: Columns<ApiKey> = [
  { heading: 'Name', cell: ({ name }) => <Said text={name} /> },
  { heading: 'Begins with', cell: ({ prefix }) => <code>{prefix}…</code> },
  { heading: 'May', cell: ({ scopes }) => scopesText(scopes) },
  { heading: 'Last used', cell: ({ last_used_at: at }) => <Moment at={at} /> },
  { heading: 'Valid until', cell: (key) => <ValidUntil of={key} /> },
];

/** API keys: made, shown once, revoked. */
export function KeysPage() {
  const { team, session, ask, announce } = useDesk();
  const [keys, reload] = useLoaded(team.id, () => listKeys(team.id));
  const [isAdding, setAdding] = useState(false);
  const { secrets, show, drop } = useSecrets();
  const { isBusy, act } = useAction(reload);
  const revoke = ({ id, name }: ApiKey) =>
    act(async () => {
      const question = `Revoke the key ${inQuotes(name)}? Programs that use it are refused at once.`;
      if (!(await ask(question, 'Yes, revoke it'))) return undefined;
      await revokeKey(team.id, id);
      drop(id);
      return `The key ${inQuotes(name)} was revoked.`;
    });
  return (
    <Page
      title="API keys"
      about="A key lets a program use the REST API of this platform in the name of your business."
      actions={<NewButton label="New key" isOpen={isAdding} onOpen={() => setAdding(true)} />}
    >
      {secrets.map(({ id, ...secret }) => (
        <Secret key={secret.value} name="API key" {...secret} onDone={() => drop(id)} />
      ))}
      {isAdding && (
        <section class="card">
          <h2>New key</h2>
          <Form
            submit="Make the key"
            names={{ expires_in_days: 'days' }}
            onCancel={() => setAdding(false)}
            onSubmit={async ({ name = '', days = '365', ...rest }) => {
              const scopes = SCOPES.map(([scope]) => scope).filter((scope) => scope in rest);
              if (scopes.length === 0) throw new Error('Choose what the key may do.');
              const made = await createKey(team.id, { name, scopes, expires_in_days: Number(days) });
              show({ id: made.id, of: inQuotes(name), value: made.key });
              setAdding(false);
              announce(`The key ${inQuotes(name)} was made.`);
              await reload();
            }}
          >
            <Field label="Name" name="name" hint="Where it is used, such as “website”." maxLength={200} isRequired />
            <fieldset>
              <legend>It may</legend>
              {SCOPES.map(([scope, meaning]) => (
                <Check key={scope} name={scope} isChecked={READING.has(scope)}>
                  {meaning} <code class="quiet">{scope}</code>
                </Check>
              ))}
            </fieldset>
            <Field label="Valid for (days)" name="days" type="number" value="365" isRequired />
          </Form>
        </section>
      )}
      <Shown of={keys}>
        {(list) =>
          list.length === 0 ? (
            <p>There is no key yet.</p>
          ) : (
            <>
              <ZoneNote />
              <RecordTable
                caption="API keys"
                isCaptionShown={false}
                columns={COLUMNS}
                records={list}
                keyOf={({ id }) => id}
                isEnded={({ status }) => status !== 'active'}
                actions={
                  session.read_only
                    ? undefined
                    : (key) =>
                        ['active', 'no_access'].includes(key.status) && (
                          <button
                            type="button"
                            class="danger"
                            aria-label={`Revoke the key ${inQuotes(key.name)}`}
                            aria-disabled={isBusy}
                            onClick={() => void revoke(key)}
                          >
                            Revoke
                          </button>
                        )
                }
              />
            </>
          )
        }
      </Shown>
    </Page>
  );
}

function ValidUntil({ of: { status, expires_at: expiresAt, revoked_at: revokedAt } }: { of: ApiKey }) {
  if (status === 'active') return <Moment at={expiresAt} />;
  if (status === 'no_access') return <>no access: its user left</>;
  return (
    <>
      {status} <Moment at={revokedAt ?? expiresAt} />
    </>
  );
}

function scopesText(scopes: readonly string[]): string {
  return scopes.length === SCOPES.length ? 'everything' : scopes.join(', ');
}
