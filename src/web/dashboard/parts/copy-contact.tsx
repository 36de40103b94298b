import { numberText } from '../../lib/moments.ts';
import { copyContactData, type ErasurePlan, planErasure } from '../requests/admin.ts';
import type { Desk } from './context.ts';
import { inQuotes } from './in-quotes.ts';
import { PossibleRecords } from './possible-records.tsx';
import { type ContactItem, recordsText } from './records.ts';
import { saveFile } from './save-file.ts';

type Format = Parameters<typeof copyContactData>[2]['format'];

const FORMATS = [
  ['page', 'A page to read and print, for the customer'],
  ['json', 'A file for another program (JSON)'],
] as const;

/**
 * Asks how, and has the browser save all data of a customer as a file. Returns what was done; undefined if the user said no.
 * @param zone IANA time zone of the business.
 */
export async function askAndCopy(
  { id, name }: ContactItem,
  { team, ask }: Pick<Desk, 'team' | 'ask'>,
  zone: string,
): Promise<string | undefined> {
  // What an erasure would erase is what the records tell about the customer.
  const plan = await planErasure(team.id, id);
  let format: Format = 'page';
  let include: readonly string[] = [];
  const choices = (
    <>
      <fieldset>
        <legend>Form</legend>
        {FORMATS.map(([value, label], index) => (
          <label key={value} class="check">
            <input
              type="radio"
              name="format"
              value={value}
              defaultChecked={index === 0}
              onChange={() => {
                format = value;
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {plan.records.length > 0 && (
        <>
          <p>{questionAboutOthers(plan)}</p>
          <PossibleRecords
            records={plan.records}
            zone={zone}
            purpose="copy"
            onChoose={(ids) => {
              include = ids;
            }}
          />
        </>
      )}
    </>
  );
  const who = name ? inQuotes(name) : 'this contact';
  const question = `Save all data of ${who} as a file, for the customer who asks for it? It has the contact, and ${recordsText(plan)}, with all that was said.`;
  if (!(await ask(question, 'Yes, download', choices))) return undefined;
  const file = await copyContactData(team.id, id, { format, include });
  saveFile(file);
  return `Your browser saves ${file.name}.${leftOut(plan, include)} Recordings, and what the service of the voice agent stores, are not in it: get them there.`;
}

function questionAboutOthers(plan: ErasurePlan): string {
  const more = named(plan).length - plan.records.length;
  const unlisted =
    more > 0 ? ` ${numberText(more)} more are not listed, and left out: the command “contacts data” names them.` : '';
  return `These records may be the customer’s too. Tick those that are: they are in the file. The others may be about other people, and are left out.${unlisted}`;
}

function leftOut(plan: ErasurePlan, include: readonly string[]): string {
  const { length } = named(plan).filter((one) => !include.includes(one));
  if (length === 0) return '';
  return length === 1
    ? ' 1 record that may be the customer’s is not in it.'
    : ` ${numberText(length)} records that may be the customer’s are not in it.`;
}

const named = ({ possible, bookings_of_others, calls_of_others }: ErasurePlan): string[] => [
  ...new Set([...Object.values(possible).flat(), ...bookings_of_others, ...calls_of_others]),
];
