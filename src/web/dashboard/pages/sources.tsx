import { useState } from 'preact/hooks';
import { isPublicAddress } from '../../../lib/http/loopback.ts';
import { Said } from '../../components/said.tsx';
import { useDesk } from '../parts/context.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Field, Form, filled, Select } from '../parts/form.tsx';
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
  addSource,
  type CallReport,
  type CallSource,
  listReports,
  listSources,
  removeSource,
  rotateSource,
  type SourceSecrets,
  type Vendor,
} from '../requests/admin.ts';

/** Where calls come from: the voice vendors that report them, with the health of each. */
export function SourcesPage({ route }: { route: Route }) {
  const { team, announce } = useDesk();
  const [loaded, reload] = useLoaded(team.id, () => listSources(team.id));
  const [isAdding, setAdding] = useState(false);
  const { secrets, show, drop } = useSecrets();
  /** A vendor that makes its secrets itself is given none. */
  const showSecret = ({ id, name }: CallSource, secret: string | null) =>
    secret !== null && show({ id, of: inQuotes(name), value: secret });
  return (
    <Page
      title="Call sources"
      about="Services that answer the telephone and report each call to this platform."
      actions={<NewButton label="New source" isOpen={isAdding} onOpen={() => setAdding(true)} />}
    >
      {secrets.map(({ id, ...secret }) => (
        <Secret key={secret.value} name="secret" {...secret} onDone={() => drop(id)} />
      ))}
      <Shown of={loaded}>
        {({ sources, vendors }) => (
          <>
            {isAdding && (
              <NewSource
                vendors={vendors}
                onCancel={() => setAdding(false)}
                onSubmit={async (body) => {
                  const added = await addSource(team.id, body);
                  setAdding(false);
                  showSecret(added.source, added.secret);
                  // Its card says if a secret is still to be stored.
                  announce('The source was added.');
                  await reload();
                }}
              />
            )}
            {sources.length === 0 && !isAdding && <p>There is no source yet.</p>}
            {sources.length > 0 && <ZoneNote />}
            <ul class="cards">
              {sources.map((source) => (
                <SourceCard
                  key={source.id}
                  source={source}
                  vendor={vendors.find(({ vendor }) => vendor === source.vendor)}
                  isOpen={route.id === source.id}
                  onChange={reload}
                  onSecret={(secret) => showSecret(source, secret)}
                  onRemove={() => drop(source.id)}
                />
              ))}
            </ul>
          </>
        )}
      </Shown>
    </Page>
  );
}

/** What was changed. An API key alone leaves the secret as it is. */
function changedText({ secret, credential }: SourceSecrets, wasAwaited: boolean): string {
  if (wasAwaited && secret !== undefined) return 'The secret is stored. Reports are accepted from now on.';
  if (credential === undefined) return 'The secret was changed. The one before is accepted for another day.';
  if (secret === undefined) return 'The API key was changed. The secret is the same as before.';
  return 'The secret and the API key were changed. The secret before is accepted for another day.';
}

const PRIVATE =
  'No vendor can reach this address, because it is not a public one with https. Start the server with --public-url and the address at which the internet reaches it.';

interface SourceCardProps {
  source: CallSource;
  vendor: Vendor | undefined;
  isOpen: boolean;
  onChange(): Promise<unknown>;
  onSecret(secret: string | null): void;
  onRemove(): void;
}

function SourceCard({ source, vendor, isOpen, onChange, onSecret, onRemove }: SourceCardProps) {
  const { team, session, ask, announce } = useDesk();
  const [isRotating, setRotating] = useState(false);
  const address = source.url ?? `${location.origin}${source.path}`;
  const refused = source.refused.reduce((sum, { count }) => sum + count, 0);
  const counts = Object.entries(source.counts).filter(([, count]) => count > 0);
  const { isBusy, act } = useAction(onChange);
  const isAwaited = source.awaits_secret;
  const secretAction = isAwaited ? 'Store the secret' : 'Change the secret';
  const remove = () =>
    act(async () => {
      const question = `Remove the source ${inQuotes(source.name)}? Its reports are refused from now on. Its calls stay.`;
      if (!(await ask(question, 'Yes, remove it'))) return undefined;
      await removeSource(team.id, source.id);
      onRemove();
      return 'The source was removed.';
    });
  return (
    <li class="card">
      <h2>
        <Said text={source.name} /> <span class="quiet">{vendor?.name ?? source.vendor}</span>
      </h2>
      <p>
        <span class={`badge ${refused > 0 ? 'warn' : source.last_report_at ? 'good' : ''}`}>
          {refused > 0 ? `${refused} refused` : source.last_report_at ? 'Works' : 'No report yet'}
        </span>{' '}
        <span class="quiet">
          last report <Moment at={source.last_report_at} />
          {counts.map(([status, count]) => `, ${count} ${status.replaceAll('_', ' ')}`)}
        </span>
      </p>
      {source.refused.map(({ reason, count, last_at: last }) => (
        <p key={reason} class="notice warn">
          Refused {count === 1 ? 'once,' : `${count} times, last`} <Moment at={last} />: {reason}
        </p>
      ))}
      {source.previous_secret_until && (
        <p class="quiet">
          The secret before the last change is accepted until <Moment at={source.previous_secret_until} />.
        </p>
      )}
      {isAwaited && (
        <p class="notice warn">{`Reports are refused until the secret of ${vendor?.name} is stored here.`}</p>
      )}
      <p class="row">
        <code class="address">{address}</code> <CopyButton text={address} label="Copy the address" />
      </p>
      {!isPublicAddress(new URL(address)) && <p class="notice warn">{PRIVATE}</p>}
      <div class="row">
        <a class="button" href={href('sources', isOpen ? undefined : source.id)} aria-expanded={isOpen}>
          Last reports
        </a>
        {!session.read_only && (
          <>
            <button type="button" aria-expanded={isRotating} onClick={() => setRotating(!isRotating)}>
              {vendor?.takes_credential ? `${secretAction} or the API key` : secretAction}
            </button>
            <button type="button" class="danger" aria-disabled={isBusy} onClick={() => void remove()}>
              Remove
            </button>
          </>
        )}
      </div>
      {isRotating && (
        <Form
          submit={vendor?.takes_credential ? 'Save' : secretAction}
          onCancel={() => setRotating(false)}
          onSubmit={async (values) => {
            const given: SourceSecrets = filled(values);
            const { secret } = await rotateSource(team.id, source.id, given);
            setRotating(false);
            onSecret(secret);
            announce(changedText(given, isAwaited));
            await onChange();
          }}
        >
          <SecretFields vendor={vendor} isChange />
        </Form>
      )}
      {isOpen && <Reports sourceId={source.id} />}
    </li>
  );
}

/** The secrets that a vendor makes, and that have to be pasted. */
function SecretFields({ vendor, isChange = false }: { vendor: Vendor | undefined; isChange?: boolean }) {
  return (
    <>
      {vendor?.secret_from === 'vendor' ? (
        <Field
          label={`Secret of ${vendor.name}`}
          name="secret"
          type="password"
          hint="As the vendor shows it."
          isRequired={isChange && !vendor.takes_credential}
        />
      ) : (
        <p class="quiet">The secret is made here, and shown once.</p>
      )}
      {vendor?.takes_credential && (
        <Field
          label={`API key of ${vendor.name}`}
          name="credential"
          type="password"
          hint="With it, the words of a call are fetched, which this vendor does not report."
        />
      )}
    </>
  );
}

const REPORT_COLUMNS: Columns<CallReport> = [
  { heading: 'When', cell: ({ received_at: at }) => <Moment at={at} /> },
  { heading: 'Event', cell: ({ event }) => (event ? <Said text={event} /> : '–') },
  {
    heading: 'Result',
    cell: ({ status, problem }) => (
      <>
        {status.replaceAll('_', ' ')}
        {problem && <p class="quiet">{problem}</p>}
      </>
    ),
  },
  { heading: 'Call', cell: ({ call_id: id }) => (id ? <a href={href('calls', id)}>Open the call</a> : '–') },
];

function Reports({ sourceId }: { sourceId: string }) {
  const { team } = useDesk();
  const [reports] = useLoaded(sourceId, () => listReports(team.id, sourceId));
  return (
    <Shown of={reports}>
      {(list) =>
        list.length === 0 ? (
          <p>Nothing was reported yet.</p>
        ) : (
          <RecordTable caption="Last reports" columns={REPORT_COLUMNS} records={list} keyOf={({ id }) => id} />
        )
      }
    </Shown>
  );
}

interface NewSourceProps {
  vendors: readonly Vendor[];
  onSubmit(body: SourceSecrets & { vendor: string; name: string }): Promise<void>;
  onCancel(): void;
}

function NewSource({ vendors, onSubmit, onCancel }: NewSourceProps) {
  const [chosen, setChosen] = useState(vendors[0]?.vendor ?? '');
  return (
    <section class="card">
      <h2>New source</h2>
      <Form
        submit="Add the source"
        onCancel={onCancel}
        onSubmit={({ vendor = chosen, name = '', ...secrets }) => onSubmit({ vendor, name, ...filled(secrets) })}
      >
        <Select
          label="Vendor"
          name="vendor"
          value={chosen}
          options={vendors.map(({ vendor, name }) => ({ value: vendor, label: name }))}
          onChoose={setChosen}
        />
        <Field label="Name" name="name" hint="Such as “main line”." maxLength={100} isRequired />
        <SecretFields key={chosen} vendor={vendors.find(({ vendor }) => vendor === chosen)} />
      </Form>
    </section>
  );
}
