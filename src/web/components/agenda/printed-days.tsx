import './printed-days.css';
import { countText } from '../../lib/moments.ts';
import { clockText, dayText, localTime } from '../../lib/time.ts';
import { PhoneNumber } from '../phone-number.tsx';
import { Said } from '../said.tsx';
import { type Column, isStaffOff } from './columns.ts';
import { ConflictLine } from './conflict.tsx';
import { Customer } from './customer.tsx';
import { DayNotes } from './day-notes.tsx';
import { emptyText } from './empty.ts';
import { Title } from './header.tsx';
import { Absences } from './list.tsx';
import { Gaps } from './notices.tsx';
import type { ShownDays } from './shown-days.ts';
import type { Agenda, Booking } from './types.ts';
import { NOT_WORKING, overnightText, shortSpan, statusText, zoneText } from './words.ts';

export interface PrintedDaysProps {
  /** As it is drawn. */
  agenda: Agenda;
  days: ShownDays;
  /** Appointments on these days. */
  count: number;
  thisYear: string;
  level: 1 | 2;
}

/** The appointments of the drawn days on paper: a table for each day, by time, with what the screen shows in the details. */
export function PrintedDays({ agenda, days, count, thisYear, level }: PrintedDaysProps) {
  const { zone, takenAt, business, people, unplaced } = agenda;
  const { byDay, dates } = days;
  const [Heading, DayHeading] = [`h${level}` as const, `h${level === 1 ? 2 : 3}` as const];
  const about = [
    countText(count, 'appointment'),
    zoneText({ business: zone, user: zone }, dates),
    takenAt !== undefined &&
      `as of ${dayText(localTime(new Date(takenAt), zone).date, 'short')}, ${clockText(new Date(takenAt), zone)}`,
  ];
  return (
    <section class="printed">
      <Heading>
        <Title agenda={agenda} dates={dates} thisYear={thisYear} />
      </Heading>
      <p class="quiet">
        {business && (
          <>
            <Said text={business} />
            {' · '}
          </>
        )}
        {about.filter(Boolean).join(' · ')}
      </p>
      <Gaps agenda={agenda} actions={{}} onRead={() => {}} />
      <DayNotes agenda={agenda} days={days} isGrid={false} isMoving={false} thisYear={thisYear} />
      {byDay.map((column) => (
        <section key={column.key}>
          {byDay.length > 1 && <DayHeading>{dayText(column.day.date, 'long', thisYear)}</DayHeading>}
          {byDay.length > 1 && column.bookings.length === 0 && <p class="quiet">{emptyText(column, zone, false)}</p>}
          <Absences column={column} people={people} zone={zone} />
          {column.bookings.length > 0 && <Table column={column} zone={zone} hasStaff={agenda.person === undefined} />}
        </section>
      ))}
      {unplaced.length > 0 && (
        <p>{`Without a readable time, and not printed: ${countText(unplaced.length, 'appointment')}.`}</p>
      )}
    </section>
  );
}

interface TableProps {
  column: Column;
  zone: string;
  /** The appointments can be those of several people. */
  hasStaff: boolean;
}

function Table({ column, zone, hasStaff }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Customer</th>
          <th scope="col">Telephone</th>
          <th scope="col">Service</th>
          {hasStaff && <th scope="col">With</th>}
        </tr>
      </thead>
      {column.bookings.map((booking) => (
        <Rows key={booking.key} booking={booking} column={column} zone={zone} hasStaff={hasStaff} />
      ))}
    </table>
  );
}

/** An appointment, and below it what needs a line of its own. They stay on one sheet. */
function Rows({ booking, column, zone, hasStaff }: TableProps & { booking: Booking }) {
  const { name, phone, email, service, staff, status, notes, isOff, isMissed, isPending } = booking;
  const overnight = overnightText(booking, column.day);
  return (
    <tbody class={isOff ? 'off' : undefined}>
      <tr>
        <td class="time">
          {shortSpan(booking, zone)}
          {overnight && <span class="quiet block-line">{overnight}</span>}
        </td>
        <td>
          <span class="who">{name ? <Customer name={name} /> : 'No name'}</span>
          {(isOff || isMissed || isPending) && status && <span class="quiet block-line">{statusText(status)}</span>}
        </td>
        <td>
          {phone && <PhoneNumber text={phone.slice(0, 100)} />}
          {!phone && email && <Said text={email.slice(0, 320)} />}
        </td>
        <td>{service && <Said text={service} />}</td>
        {hasStaff && (
          <td>
            {staff && <Said text={staff} />}
            {isStaffOff(booking, column) && <span class="quiet block-line">{NOT_WORKING}</span>}
          </td>
        )}
      </tr>
      {(notes || booking.privateBusy.length > 0) && (
        <tr>
          <td />
          <td colSpan={hasStaff ? 4 : 3}>
            <ConflictLine booking={booking} zone={zone} />
            {notes && <Said text={notes} as="block" />}
          </td>
        </tr>
      )}
    </tbody>
  );
}
