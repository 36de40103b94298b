import './customer-fields.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isNumber } from '../../../lib/search/text-search.ts';
import { PhoneNumber } from '../../components/phone-number.tsx';
import { Said } from '../../components/said.tsx';
import { countText } from '../../lib/moments.ts';
import { useDesk } from './context.ts';
import { Field } from './form.tsx';
import { answerOf, type ContactItem, type ListAnswer } from './records.ts';

/** Customers that are shown at most while a name is typed. */
const MAX_SHOWN = 5;
/** Milliseconds without typing, after which customers are looked for. */
const PAUSE_MS = 250;
/** Letters of a name, and digits of a telephone number: fewer match too many customers, or only by chance. */
const [MIN_LETTERS, MIN_DIGITS] = [2, 7];

interface CustomerFieldsProps {
  /** The customer of the business who was chosen; undefined for one who is typed. */
  chosen: ContactItem | undefined;
  onChoose(contact: ContactItem | undefined): void;
}

/**
 * Who an appointment is for. While a name, telephone number or e-mail address is typed, the customers with it are offered.
 * The fields are `contact_name`, `contact_phone` and `contact_email`; the form has none of them once a customer is chosen.
 */
export function CustomerFields({ chosen, onChoose }: CustomerFieldsProps) {
  const [typed, setTyped] = useState({ field: '', text: '' });
  const fields = useRef<HTMLFieldSetElement>(null);
  const found = useMatches(chosen ? '' : searchOf(typed), MAX_SHOWN);
  const matchesAt = (field: string) =>
    field === typed.field && found && <Matches found={found} otherwise="go on for a new one" onChoose={onChoose} />;
  return (
    <>
      {chosen && (
        <Chosen
          contact={chosen}
          onDrop={() => {
            onChoose(undefined);
            // The button is gone.
            requestAnimationFrame(() => fields.current?.querySelector('input')?.focus());
          }}
        />
      )}
      {/* What was typed stays: the form must still know that something was, and it is needed again without a choice. */}
      <fieldset
        ref={fields}
        class="plain"
        hidden={chosen !== undefined}
        disabled={chosen !== undefined}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement) setTyped({ field: target.name, text: target.value });
        }}
      >
        <Field label="Name" name="contact_name" maxLength={200} isRequired />
        {matchesAt('contact_name')}
        <Field label="Telephone" name="contact_phone" type="tel" />
        {matchesAt('contact_phone')}
        <Field
          label="E-mail address"
          name="contact_email"
          type="email"
          hint="A telephone number or an e-mail address is needed."
        />
        {matchesAt('contact_email')}
        {/* Screen readers announce what changes in an element that was there before. */}
        <p role="status" class="visually-hidden">
          {found && found.items.length > 0 && matchText(found.items.length)}
        </p>
      </fieldset>
    </>
  );
}

/** The query for what was typed into a field; empty if it is too short. */
export function searchOf({ field, text }: { field: string; text: string }): string {
  const query = text.trim();
  const length = isNumber(query) ? query.replace(/\D/g, '').length : query.length;
  const least = field === 'contact_phone' ? MIN_DIGITS : MIN_LETTERS;
  return length < least ? '' : query;
}

/** The customers that match, at most `limit`; undefined without a query, and as long as none was answered. */
export function useMatches(query: string, limit: number): ListAnswer<ContactItem> | undefined {
  const { readTool } = useDesk();
  const [found, setFound] = useState<ListAnswer<ContactItem>>();
  useEffect(() => {
    if (query === '') return setFound(undefined);
    let isCurrent = true;
    const look = async () => {
      // Without an answer, the fields are filled in as for a new customer.
      const answer = await readTool('list_contacts', { query, per_page: limit }).catch(() => undefined);
      if (isCurrent) setFound(answer && answerOf<ListAnswer<ContactItem>>(answer));
    };
    const timer = setTimeout(look, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, limit, readTool]);
  return found;
}

interface MatchesProps {
  found: ListAnswer<ContactItem>;
  /** What else the user can do than choose one. */
  otherwise: string;
  onChoose(contact: ContactItem): void;
}

/** Customers to choose one of. */
export function Matches({ found: { items, has_more: hasMore }, otherwise, onChoose }: MatchesProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <div class="matches">
      <p id={id} class="quiet">
        {hasMore
          ? `The first ${items.length} customers that match. Choose one, or type more.`
          : `${matchText(items.length)}. Choose one, or ${otherwise}.`}
      </p>
      <ul aria-labelledby={id}>
        {items.map((contact) => (
          <li key={contact.id}>
            <button type="button" onClick={() => onChoose(contact)}>
              <ContactText contact={contact} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const matchText = (count: number): string => `${countText(count, 'customer')} ${count === 1 ? 'matches' : 'match'}`;

/** The name of a customer, and what tells two of the same name apart. */
function ContactText({ contact: { name, phone, email } }: { contact: ContactItem }) {
  return (
    <>
      <Said text={name?.slice(0, 200) || 'without a name'} />
      {phone && (
        <span class="quiet">
          <PhoneNumber text={phone} />
        </span>
      )}
      {email && (
        <span class="quiet">
          <Said text={email} />
        </span>
      )}
    </>
  );
}

function Chosen({ contact, onDrop }: { contact: ContactItem; onDrop(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that chose it is gone.
  useEffect(() => button.current?.focus(), [contact]);
  return (
    <div class="row">
      <p class="customer">
        For <ContactText contact={contact} />
      </p>
      <button ref={button} type="button" onClick={onDrop}>
        Someone else
      </button>
    </div>
  );
}
