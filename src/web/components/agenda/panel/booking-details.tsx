import type { ComponentChildren } from 'preact';
import { DAY_MS } from '../../../../lib/time/units.ts';
import { placeOf } from '../../../lib/moments.ts';
import { Said } from '../../said.tsx';
import type { AgendaActions } from '../actions.ts';
import { ConflictLine } from '../conflict.tsx';
import { dayAndTime } from '../outcome.ts';
import type { Booking } from '../types.ts';
import { lengthText, spanText, statusText, userTime, type Zones } from '../words.ts';
import { Email, type OpenLink, Phone } from './contact-links.tsx';
import { LongSaid } from './quoted.tsx';

interface BookingDetailsProps {
  booking: Booking;
  zones: Zones;
  openLink: OpenLink;
  /** See `AgendaActions`. */
  contactHref: AgendaActions['contactHref'];
}

/** All that is known of a booking. */
export function BookingDetails({ booking, zones, openLink, contactHref }: BookingDetailsProps) {
  const { service, name, email, phone, staff, status, notes, overrides, id, isEndKnown, start, end } = booking;
  const { bufferBefore, bufferAfter } = booking;
  const user = Number.isNaN(start) ? undefined : userTime(booking, zones);
  const customerHref = booking.contactId && contactHref?.(booking.contactId);
  const isLong = end - start >= DAY_MS;
  const when = isLong
    ? `${dayAndTime(start, zones.business)} to ${dayAndTime(end, zones.business)}`
    : `${dayAndTime(start, zones.business)}${isEndKnown ? ` to ${spanText(booking, zones.business).split(' to ')[1]}` : ''}`;
  const length = isEndKnown && !Number.isNaN(start) ? lengthText(booking, zones.business) : undefined;
  return (
    <dl class="details">
      <Row name="Time">
        {Number.isNaN(start) ? 'Not stated in a form that can be read' : when}
        {length && <span class="quiet block-line">{`${length}: the clocks change meanwhile.`}</span>}
        {user && (
          <span class="quiet block-line">
            {`${placeOf(zones.business)} time. Your time: ${user} (${placeOf(zones.user)})`}
          </span>
        )}
        {!isEndKnown && !Number.isNaN(start) && <span class="quiet block-line">The end is not stated.</span>}
      </Row>
      {service && (
        <Row name="Service">
          <Said text={service} />
        </Row>
      )}
      {staff && (
        <Row name="With">
          <Said text={staff} />
        </Row>
      )}
      {booking.privateBusy.length > 0 && (
        <Row name="Conflict">
          <ConflictLine booking={booking} zone={zones.business} />
        </Row>
      )}
      {status && (
        <Row name="Status">
          <Said text={statusText(status)} />
        </Row>
      )}
      {name && (
        <Row name="Customer">
          {customerHref === undefined ? (
            <Said text={name.slice(0, 500)} />
          ) : (
            <a class="contact" href={customerHref}>
              <Said text={name.slice(0, 500)} />
            </a>
          )}
        </Row>
      )}
      {phone && (
        <Row name="Phone">
          <Phone text={phone.slice(0, 100)} openLink={openLink} />
        </Row>
      )}
      {email && (
        <Row name="E-mail">
          <Email text={email.slice(0, 320)} openLink={openLink} />
        </Row>
      )}
      {notes && (
        <Row name="Notes">
          <LongSaid text={notes} />
        </Row>
      )}
      {bufferBefore + bufferAfter > 0 && (
        <Row name="Kept free">
          {[bufferBefore && `${bufferBefore} min before`, bufferAfter && `${bufferAfter} min after`]
            .filter(Boolean)
            .join(', ')}
        </Row>
      )}
      {overrides.length > 0 && (
        <Row name="Exception">
          {overrides.slice(0, 10).map(({ rule, by }) => (
            <span key={rule} class="block-line">
              <Said text={statusText(rule).slice(0, 120)} />
              {by && (
                <>
                  , by <Said text={by} />
                </>
              )}
            </span>
          ))}
        </Row>
      )}
      {id && (
        <Row name="Id">
          <code>
            <Said text={id.slice(0, 256)} />
          </code>
        </Row>
      )}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
