import type { Ref } from 'preact';
import { languageName, type Zones } from '../../lib/moments.ts';
import { oneLine, platformWord } from '../../lib/short-text.ts';
import type { Actions } from '../actions.ts';
import { Definitions } from '../definitions.tsx';
import { Moment } from '../moment.tsx';
import { Name } from '../name.tsx';
import { PhoneNumber } from '../phone-number.tsx';
import { Said } from '../said.tsx';
import type { ReviewedCall } from './call.ts';
import { Linked } from './linked.tsx';
import { OtherParty } from './other-party.tsx';
import { directionTitle, lengthText } from './words.ts';

interface CallHeadProps {
  call: ReviewedCall;
  zones: Zones;
  now: number | undefined;
  /** Gets the focus when the call is opened. */
  heading: Ref<HTMLHeadingElement>;
  linkTo: Actions['linkTo'] | undefined;
}

/** Who called whom, when, how long, and what became of it. */
export function CallHead({ call, zones, now, heading, linkTo }: CallHeadProps) {
  const { id, startedAt, name, phone, outcome, status, language, sourceName } = call;
  const length = lengthText(call);
  const spokenIn = language && languageName(language);
  return (
    <header class="call-head">
      <h2 ref={heading} tabIndex={-1}>
        <CallTitle call={call} />
      </h2>
      {(startedAt !== undefined || length) && (
        <p>
          {startedAt !== undefined && <Moment at={startedAt} zones={zones} now={now} isLong />}
          {startedAt !== undefined && length && <span class="quiet"> · </span>}
          {length && <span class="quiet">{length}</span>}
        </p>
      )}
      <Definitions
        entries={[
          ['Outcome', outcome && <Name text={platformWord(outcome)} />],
          ['Status', status && status !== 'completed' && <Name text={platformWord(status)} />],
          [
            'Number',
            phone && (name || linkTo) && (
              <Linked to={linkTo?.phone(phone)}>
                <PhoneNumber text={phone} other={Name} />
              </Linked>
            ),
          ],
          ['Contact', linkTo && contactLink(call, linkTo)],
          ['Language', spokenIn && <Name text={spokenIn} />],
          ['Reported by', sourceName && <Name text={sourceName} />],
          [
            'Call',
            id && (
              <code>
                <Said text={oneLine(id)} />
              </code>
            ),
          ],
        ]}
      />
    </header>
  );
}

/** The page of the contact, or where one is made for the number. */
function contactLink({ name, phone, contactId }: ReviewedCall, linkTo: NonNullable<Actions['linkTo']>) {
  if (contactId !== undefined && name !== undefined) {
    return (
      <Linked to={linkTo.contact(contactId)}>
        <Name text={name} />
      </Linked>
    );
  }
  const toNew = contactId === undefined && phone !== undefined ? linkTo.newContact(phone) : undefined;
  return toNew && <Linked to={toNew}>New contact</Linked>;
}

/** `Incoming call from Vivian Tran`: the name is that of the contact, otherwise the number. */
function CallTitle({ call }: { call: ReviewedCall }) {
  const { name, phone, direction, startedAt } = call;
  const isKnown = name !== undefined || phone !== undefined || direction !== undefined || startedAt !== undefined;
  if (!isKnown) return <>What was said in a call</>;
  const link = direction === 'inbound' ? 'from' : direction === 'outbound' ? 'to' : 'with';
  return (
    <>
      {directionTitle(direction)} {link} <OtherParty call={call} unknown="an unknown number" />
    </>
  );
}
