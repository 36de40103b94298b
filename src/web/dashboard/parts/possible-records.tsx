import './possible-records.css';
import { useState } from 'preact/hooks';
import { PhoneNumber } from '../../components/phone-number.tsx';
import { Said } from '../../components/said.tsx';
import { localTime, momentText } from '../../lib/time.ts';
import type { PossibleRecord } from '../requests/admin.ts';
import { href } from './route.ts';

const KINDS = [
  ['contact', 'Contacts'],
  ['booking', 'Appointments'],
  ['call', 'Calls'],
] as const;

/** Characters of a summary: enough to know the call again. */
const MAX_SUMMARY = 160;

interface PossibleRecordsProps {
  records: readonly PossibleRecord[];
  /** IANA time zone of the business. */
  zone: string;
  /** What is done with those that are ticked. A record with an appointment that has not ended cannot be erased. */
  purpose: 'erase' | 'copy';
  /** Called with the ids of all records that are ticked. */
  onChoose(ids: readonly string[]): void;
}

/** Boxes to tick the records that are those of a customer, among those that may be. */
export function PossibleRecords({ records, zone, purpose, onChoose }: PossibleRecordsProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (ids: readonly string[]) => {
    setChosen(ids);
    onChoose(ids);
  };
  const isChoosable = (record: PossibleRecord) => purpose === 'copy' || record.next_start === null;
  const choosable = records.filter(isChoosable).map(({ id }) => id);
  return (
    <div class="possible-records">
      {KINDS.map(([kind, legend]) => {
        const ofKind = records.filter((record) => record.kind === kind);
        return (
          ofKind.length > 0 && (
            <fieldset key={kind}>
              <legend>{legend}</legend>
              {ofKind.map((record) => (
                <div key={record.id} class="possible-record">
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={chosen.includes(record.id)}
                      disabled={!isChoosable(record)}
                      onChange={({ currentTarget: { checked } }) =>
                        choose(checked ? [...chosen, record.id] : chosen.filter((id) => id !== record.id))
                      }
                    />
                    <Description of={record} zone={zone} isErased={purpose === 'erase'} />
                  </label>
                  {/* In another tab: leaving this page is a no. */}
                  <a
                    href={hrefOf(record, zone)}
                    target="_blank"
                    rel="noopener"
                    aria-label={`Open in a new tab: ${kindText(record, zone)}`}
                  >
                    Open
                  </a>
                </div>
              ))}
            </fieldset>
          )
        );
      })}
      {choosable.length > 1 && (
        <div class="row">
          <button type="button" onClick={() => choose(choosable)}>
            Tick all
          </button>
          <button type="button" onClick={() => choose([])}>
            Tick none
          </button>
        </div>
      )}
      <p role="status" class="quiet">{`Ticked: ${chosen.length} of ${records.length}.`}</p>
    </div>
  );
}

/** Names a record without personal data: `the call on Mon, Mar 4, 10:00 AM`. */
export function kindText({ kind, id, at }: PossibleRecord, zone: string): string {
  if (kind === 'contact') return `the contact ${id}`;
  return `the ${kind === 'call' ? 'call' : 'appointment'} on ${momentText(new Date(at), zone)}`;
}

function hrefOf({ kind, id, at }: PossibleRecord, zone: string): string {
  if (kind === 'booking') return href('agenda', localTime(new Date(at), zone).date, { booking: id });
  return href(kind === 'call' ? 'calls' : 'contacts', id);
}

interface DescriptionProps {
  of: PossibleRecord;
  zone: string;
  /** True if it is to be erased: it says what forbids that. */
  isErased: boolean;
}

/** What a user has to know of a record to decide whose it is. */
function Description({ of: record, zone, isErased }: DescriptionProps) {
  const { kind, at, name, phone, email, owner, about, next_start: next } = record;
  const when = momentText(new Date(at), zone);
  return (
    <>
      <strong>
        {kind === 'contact' ? (
          <Said text={name ?? ''} />
        ) : (
          <>
            {when}
            {kind === 'booking' && about && (
              <>
                {', '}
                <Said text={about} />
              </>
            )}
          </>
        )}
      </strong>
      <span class="quiet">
        {kind !== 'contact' && name && (
          <>
            {kind === 'booking' ? 'for ' : 'with '}
            <Said text={name} />
            {', '}
          </>
        )}
        {phone ? <PhoneNumber text={phone} /> : !email && 'no number or address'}
        {phone && email && ', '}
        {email && <Said text={email} />}
        {kind === 'contact' && `, added ${when}`}
        {owner && (
          <>
            {', of the contact '}
            <Said text={owner} />
          </>
        )}
      </span>
      {kind === 'call' && about && (
        <span class="quiet">
          <Said text={about} max={MAX_SUMMARY} />
        </span>
      )}
      {next && isErased && (
        <span class="quiet">
          {kind === 'booking'
            ? 'It has not ended: cancel it before you erase it.'
            : `It has an appointment that has not ended, on ${momentText(new Date(next), zone)}: cancel that first.`}
        </span>
      )}
    </>
  );
}
