import './merge-contact.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isErasedContact } from '../../../contract/erased-contact.ts';
import { PhoneNumber } from '../../components/phone-number.tsx';
import { Said } from '../../components/said.tsx';
import { type MergePlan, mergeContacts, planMerge } from '../requests/admin.ts';
import { useDesk } from './context.ts';
import { Matches, searchOf, useMatches } from './customer-fields.tsx';
import { Dialog } from './dialog.tsx';
import { Field, Form } from './form.tsx';
import { inQuotes } from './in-quotes.ts';
import { Shown, useLoaded } from './load.tsx';
import { answerOf, type ContactItem, recordsText } from './records.ts';

/** Contacts that are offered at most, and this one, which is not. */
const MAX_OFFERED = 8;
const LABELS: Readonly<Record<string, string>> = { name: 'Name', phone: 'Telephone', email: 'E-mail address' };

interface MergeContactProps {
  /** The contact that stays. */
  contact: ContactItem;
  /** Called with what was done; undefined if nothing was. */
  onClose(done?: string): void;
}

/** Asks which other contact is the same customer, shows both, and merges the other one into this one. */
export function MergeContact({ contact, onClose }: MergeContactProps) {
  const [other, setOther] = useState<ContactItem>();
  return (
    <Dialog title={`Merge another contact into ${inQuotes(contact.name ?? contact.id)}`} onClose={() => onClose()}>
      {other ? (
        <Comparison contact={contact} other={other} onBack={() => setOther(undefined)} onClose={onClose} />
      ) : (
        <Search contact={contact} onChoose={setOther} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Finds the other contact. It begins with those of the same name. */
function Search({ contact, onChoose, onClose }: MergeContactProps & { onChoose(other: ContactItem): void }) {
  const [typed, setTyped] = useState(contact.name ?? '');
  const fields = useRef<HTMLDivElement>(null);
  // The button that led back to it is gone.
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  const found = useMatches(searchOf({ field: 'query', text: typed }), MAX_OFFERED);
  const others = found?.items.filter((one) => one.id !== contact.id && !isErasedContact(one));
  return (
    <>
      <p>Choose the contact of the same customer that is to be removed.</p>
      <div
        ref={fields}
        class="form"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement) setTyped(target.value);
        }}
      >
        <Field label="Name, telephone number or e-mail address" name="query" type="search" value={contact.name} />
      </div>
      <p role="status" class="quiet">
        {others?.length === 0 && 'No other contact matches. Type another name, number or address.'}
      </p>
      {found && others && (
        <Matches found={{ ...found, items: others }} otherwise="type something else" onChoose={onChoose} />
      )}
      <div class="row">
        <button type="button" onClick={() => onClose()}>
          Cancel
        </button>
      </div>
    </>
  );
}

interface Side {
  plan: MergePlan;
  ours: Record<string, unknown>;
  theirs: Record<string, unknown>;
}

interface ComparisonProps extends MergeContactProps {
  other: ContactItem;
  onBack(): void;
}

function Comparison({ contact, other, onBack, onClose }: ComparisonProps) {
  const { team, readTool } = useDesk();
  const fieldsOf = async (contactId: string) => {
    const { contact: found, other_fields: further } = answerOf<{
      contact: ContactItem;
      other_fields?: Record<string, unknown>;
    }>(await readTool('get_contact', { contact_id: contactId }));
    const { name, phone, email } = found;
    return { name, phone, email, ...further };
  };
  const [loaded, reload] = useLoaded(JSON.stringify([contact.id, other.id]), async (): Promise<Side> => {
    // First the state: if a contact is changed after it, the merge is refused, and the user sees the change.
    const plan = await planMerge(team.id, contact.id, other.id);
    return { plan, ours: await fieldsOf(contact.id), theirs: await fieldsOf(other.id) };
  });
  const merge = async ({ state, differing }: MergePlan, values: Record<string, string>) => {
    const take = differing.filter((name) => values[`take_${name}`] === 'other');
    try {
      const moved = await mergeContacts(team.id, contact.id, other.id, { take, state });
      onClose(`The two contacts are one now: ${recordsText(moved)} moved to it.`);
    } catch (error) {
      // They may have been changed: without their present state, each further attempt would be refused like this one.
      await reload();
      throw error;
    }
  };
  return (
    <Shown of={loaded} isFocused>
      {({ plan, ours, theirs }) => (
        <Form submit="Merge for good" cancel="Back" onCancel={onBack} onSubmit={(values) => merge(plan, values)}>
          <p>{`${recordsText(plan)} of the other contact move to this one, and the other contact is removed. This cannot be undone.`}</p>
          <div class="pair" aria-hidden="true">
            <strong>This contact</strong>
            <strong>The other one</strong>
          </div>
          {namesOf(ours, theirs).map((name) => (
            <Row
              key={name}
              name={name}
              ours={ours[name]}
              theirs={theirs[name]}
              isChoice={plan.differing.includes(name)}
            />
          ))}
          {plan.differing.includes('phone') && <p class="quiet">{NUMBER_THAT_LOSES}</p>}
          {plan.differing.includes('email') && <p class="quiet">{ADDRESS_THAT_LOSES}</p>}
        </Form>
      )}
    </Shown>
  );
}

const NUMBER_THAT_LOSES =
  'A contact has one telephone number. The one that you do not choose stays on the contact as “other_phone”: calls and bookings with it are still this customer’s. Appointments ahead get the number that you choose.';
const ADDRESS_THAT_LOSES =
  'The e-mail address that you do not choose stays on the contact as “other_email”, and bookings with it are still this customer’s.';

/** The fields that one of both has, those of every contact first. */
const namesOf = (ours: object, theirs: object): string[] =>
  [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter((name) =>
    [ours, theirs].some((fields) => (fields as Record<string, unknown>)[name] !== undefined),
  );

interface RowProps {
  name: string;
  ours: unknown;
  theirs: unknown;
  /** True if both have a value, and not the same. */
  isChoice: boolean;
}

/** A field of both contacts. What the merged contact gets is chosen where they differ, and marked elsewhere. */
function Row({ name, ours, theirs, isChoice }: RowProps) {
  const label = LABELS[name] ?? name;
  const sides = [
    { side: 'this', value: ours },
    { side: 'other', value: theirs },
  ];
  if (!isChoice)
    return (
      <div>
        <p class="quiet">
          <Said text={label} />
        </p>
        <div class="pair">
          {sides.map(({ side, value }) => (
            <Value key={side} of={side} name={name} value={value} />
          ))}
        </div>
      </div>
    );
  return (
    <fieldset>
      <legend>
        <Said text={label} />
      </legend>
      <div class="pair">
        {sides.map(({ side, value }) => (
          <label key={side} class="check">
            <input type="radio" name={`take_${name}`} value={side} defaultChecked={side === 'this'} />
            <Value of={side} name={name} value={value} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ValueProps {
  /** Whose value it is: columns are seen only. */
  of: string;
  name: string;
  value: unknown;
}

function Value({ of, name, value }: ValueProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isEmpty = value === undefined || value === null || value === '';
  return (
    <span>
      <span class="visually-hidden">{of === 'this' ? 'This contact: ' : 'The other one: '}</span>
      {isEmpty ? '–' : name === 'phone' ? <PhoneNumber text={text} /> : <Said text={text} />}
    </span>
  );
}
