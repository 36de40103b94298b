import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { isErasedContact } from '../../../contract/erased-contact.ts';
import { Email, Phone } from '../../components/agenda/panel/contact-links.tsx';
import { Said } from '../../components/said.tsx';
import { computerZone } from '../../lib/time.ts';
import { ContactFields } from '../parts/contact-fields.tsx';
import { useDesk } from '../parts/context.ts';
import { askAndCopy } from '../parts/copy-contact.tsx';
import { askAndErase, mayErase } from '../parts/erase-contact.tsx';
import { Form, filled } from '../parts/form.tsx';
import { Shown, useLoaded } from '../parts/load.tsx';
import { MergeContact } from '../parts/merge-contact.tsx';
import { Page } from '../parts/page.tsx';
import { joinSentences, plainNote } from '../parts/plain-note.ts';
import { answerOf, type ContactItem } from '../parts/records.ts';
import { href } from '../parts/route.ts';
import { useZone, ZoneNote } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { RequestError } from '../requests/http.ts';
import { isManager } from '../requests/session.ts';
import { isUnknownRecord } from '../requests/tools.ts';
import { CallsOf, VisitsOf } from './contact-records.tsx';

/** A contact: what is known of them, their appointments and calls. */
export function ContactDetail({ id }: { id: string }) {
  const desk = useDesk();
  const { session, team, callTool, readTool, announce } = desk;
  const zone = useZone();
  const [isEditing, setEditing] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [merges, setMerges] = useState(0);
  const [loaded, reload] = useLoaded(id, async () => {
    try {
      const { contact, other_fields: others } = answerOf<{
        contact: ContactItem;
        other_fields?: Record<string, unknown>;
      }>(await readTool('get_contact', { contact_id: id }));
      return { ...contact, others: Object.entries(others ?? {}) };
    } catch (error) {
      throw isUnknownRecord(error) ? new Error(UNKNOWN) : error;
    }
  });
  const { isBusy, act } = useAction(reload);
  const known = loaded.value;
  const isErased = known !== undefined && isErasedContact(known);
  const save = async (contact: ContactItem, values: Record<string, string>) => {
    const remove = (['email', 'phone'] as const).filter((name) => contact[name] && values[name]?.trim() === '');
    const changed: Record<string, unknown> = {
      ...Object.fromEntries(
        Object.entries(filled(values)).filter(([name, value]) => contact[name as 'name'] !== value),
      ),
      ...(remove.length > 0 ? { remove } : {}),
    };
    if (Object.keys(changed).length > 0) {
      const since = contact.updated_at ? { if_unchanged_since: contact.updated_at } : {};
      try {
        const result = await callTool('update_contact', { contact_id: id, ...changed, ...since });
        if (!result) return;
        const { note } = answerOf<{ note?: string }>(result);
        announce(joinSentences('The contact was changed.', plainNote(note)));
      } catch (error) {
        // Without the present state, each further attempt would be refused like this one.
        await reload();
        throw isConflict(error) ? new Error(CONFLICT) : error;
      }
    }
    setEditing(false);
    await reload();
  };
  return (
    <Page
      title="Contact"
      actions={
        <>
          <a class="button" href={href('contacts')}>
            All contacts
          </a>
          {loaded.state !== 'failed' && !isErased && !isEditing && !session.read_only && (
            <>
              <a class="button" href={href('agenda', undefined, { contact: id })}>
                Book
              </a>
              <button type="button" onClick={() => setEditing(true)}>
                Change
              </button>
              {known && mayErase(desk) && (
                <>
                  <button type="button" aria-disabled={isBusy} onClick={() => setMerging(!isBusy)}>
                    Merge…
                  </button>
                  <button
                    type="button"
                    aria-disabled={isBusy}
                    onClick={() => act(() => askAndErase(known, desk, zone))}
                  >
                    Erase…
                  </button>
                </>
              )}
            </>
          )}
          {known && loaded.state !== 'failed' && !isErased && !isEditing && isManager(team) && (
            <button type="button" aria-disabled={isBusy} onClick={() => act(() => askAndCopy(known, desk, zone))}>
              Download their data…
            </button>
          )}
        </>
      }
    >
      <Shown of={loaded}>
        {(contact) => (
          <>
            {isEditing ? (
              <section class="card">
                <Form submit="Save" onCancel={() => setEditing(false)} onSubmit={(values) => save(contact, values)}>
                  <ContactFields contact={contact} />
                </Form>
              </section>
            ) : (
              <dl class="facts">
                <dt>Name</dt>
                <dd>{contact.name ? <Said text={contact.name} /> : '–'}</dd>
                <dt>Telephone</dt>
                <dd>{contact.phone ? <Phone text={contact.phone} openLink="browser" /> : '–'}</dd>
                <dt>E-mail</dt>
                <dd>{contact.email ? <Email text={contact.email} openLink="browser" /> : '–'}</dd>
                {contact.others.map(([field, value]) => (
                  <Fragment key={field}>
                    <dt>
                      <Said text={field} />
                    </dt>
                    <dd>
                      <Said text={typeof value === 'string' ? value : JSON.stringify(value)} />
                    </dd>
                  </Fragment>
                ))}
              </dl>
            )}
            {isErased && <p class="quiet">{ERASED}</p>}
            {isMerging && (
              <MergeContact
                contact={contact}
                onClose={async (done) => {
                  setMerging(false);
                  if (done === undefined) return;
                  announce(done);
                  setMerges((before) => before + 1);
                  await reload();
                }}
              />
            )}
            {zone !== computerZone() && <ZoneNote />}
            {/* Read again after a merge: more are theirs. */}
            <VisitsOf key={`visits ${merges}`} contact={contact} />
            <CallsOf key={`calls ${merges}`} contact={contact} />
          </>
        )}
      </Shown>
    </Page>
  );
}

const CONFLICT =
  'Another user or program changed this contact meanwhile, so nothing was saved. The fields that you have not touched show the new values: check them, and save again.';

const ERASED =
  'The personal data of this customer were erased. The contact stays for the counts: it can neither be changed nor booked for.';

const UNKNOWN = 'This business has no such contact. Find the contact in the list of all contacts.';

/** Whether a tool refused a change because the record is no longer as it was read. */
const isConflict = (error: unknown) =>
  error instanceof RequestError && error.status === 200 && /was changed meanwhile|at the same time/.test(error.message);
