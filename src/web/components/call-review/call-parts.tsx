import { useState } from 'preact/hooks';
import type { Zones } from '../../lib/moments.ts';
import { block, oneLine, platformWord } from '../../lib/short-text.ts';
import { type Actions, quotedId, report } from '../actions.ts';
import { ChoiceButton } from '../choice-button.tsx';
import { Definitions } from '../definitions.tsx';
import { Moment } from '../moment.tsx';
import { Name } from '../name.tsx';
import { Said } from '../said.tsx';
import type { LinkedBooking, ReviewedCall } from './call.ts';
import { safeAddress } from './words.ts';

/** The summary: words of a machine about what a caller said. */
export function Summary({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <section>
      <h3>Summary</h3>
      <Said as="block" text={block(text)} />
      <p class="quiet">Written by a machine from what was said.</p>
    </section>
  );
}

interface BookingsProps {
  bookings: readonly LinkedBooking[] | undefined;
  callId: string | undefined;
  zones: Zones;
  now: number | undefined;
  actions: Actions;
}

/** The bookings that are linked with a call: with their page where they have one. Otherwise, choosing one reports it to the model. */
export function Bookings({ bookings = [], callId, zones, now, actions: { choose, linkTo } }: BookingsProps) {
  if (bookings.length === 0) return null;
  const areForSeveral = new Set(bookings.map(({ name }) => name)).size > 1;
  return (
    <section>
      <h3>{bookings.length === 1 ? 'Linked booking' : 'Linked bookings'}</h3>
      <ul class="bookings">
        {bookings.map((booking) => {
          const { id, start } = booking;
          const words = <BookingWords booking={booking} isNamed={areForSeveral} zones={zones} now={now} />;
          return (
            <li key={id}>
              {linkTo ? (
                <a href={linkTo.booking(id, start)}>{words}</a>
              ) : choose ? (
                <ChoiceButton onChoose={() => report(choose, chosenText(id, callId))}>{words}</ChoiceButton>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The sentence with which a choice reaches the model: identifiers only. */
export const chosenText = (bookingId: string, callId: string | undefined): string =>
  `In the call review the user chose booking ${quotedId(bookingId)}${callId ? `, which is linked with call ${quotedId(callId)}` : ''}.`;

/** The message that asks for a conversation where this page cannot read it. */
export const askText = (callId: string): string => `Show the transcript of call ${quotedId(callId)}.`;

interface BookingWordsProps extends Pick<BookingsProps, 'zones' | 'now'> {
  booking: LinkedBooking;
  /** True where the customers of the bookings differ. */
  isNamed: boolean;
}

function BookingWords({ booking, isNamed, zones, now }: BookingWordsProps) {
  const { id, serviceName, name, status, start } = booking;
  return (
    <span>
      {serviceName ? (
        <Name text={serviceName} />
      ) : (
        <>
          Booking <Name text={id} />
        </>
      )}
      {isNamed && name && (
        <>
          {' '}
          for <Name text={name} />
        </>
      )}
      {start !== undefined && (
        <>
          , <Moment at={start} zones={zones} now={now} />
        </>
      )}
      {status && (
        <>
          {' '}
          (<Name text={platformWord(status)} />)
        </>
      )}
    </span>
  );
}

/** What the voice agent noted and did, and its recording. */
export function AgentRecords({
  call: { facts, tools, recordingUrl },
  actions,
}: {
  call: ReviewedCall;
  actions: Actions;
}) {
  return (
    <>
      {facts && (
        <section>
          <h3>Noted by the voice agent</h3>
          <Definitions
            isNarrow={false}
            entries={facts.map(({ name, value }) => [
              <Name text={platformWord(name)} />,
              value === '' ? '–' : <Said text={oneLine(value, 400)} />,
            ])}
          />
        </section>
      )}
      {tools && (
        <section>
          <h3>Tools that the voice agent used</h3>
          <ol class="tools">
            {tools.map(({ name, result }, index) => (
              <li key={index}>
                <code>
                  <Said text={oneLine(name)} />
                </code>
                {result && <Said as="block" text={oneLine(result, 400)} />}
              </li>
            ))}
          </ol>
        </section>
      )}
      <Recording address={recordingUrl} openLink={actions.openLink} />
    </>
  );
}

/** A recording is never loaded into the page. Only the host opens it, in the user's browser. */
function Recording({ address, openLink }: { address: string | undefined; openLink: Actions['openLink'] }) {
  const [isRefused, setRefused] = useState(false);
  if (address === undefined) return null;
  const url = safeAddress(address);
  const refuse = () => setRefused(true);
  return (
    <section>
      <h3>Recording</h3>
      {url && openLink ? (
        <button type="button" onClick={() => openLink(url).then((isOpen) => !isOpen && refuse(), refuse)}>
          Open the recording at {new URL(url).host}
        </button>
      ) : (
        <p>There is a recording, which cannot be opened here.</p>
      )}
      <p role="status" class="quiet">
        {isRefused && 'The host did not open the recording.'}
      </p>
    </section>
  );
}
