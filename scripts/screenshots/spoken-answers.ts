/** What an assistant says of the answers of tools, in the pictures of the README. */

/** A paragraph, and the entries of a list below it. */
export interface SpokenAnswer {
  text: string;
  entries?: string[];
}

export interface PromisedCallback {
  contact_name: string;
  weekday: string;
  sentence: string;
  overdue?: boolean;
}

export interface Booking {
  service_name: string;
  start_local: string;
  end_local: string;
  status: string;
  contact_name: string;
  staff_name: string;
}

/** @param items the answer of `find_follow_ups` */
export function callbacksAnswer(items: readonly PromisedCallback[]): SpokenAnswer {
  const overdue = items.filter((item) => item.overdue);
  const due = items.filter((item) => !item.overdue);
  if (overdue.length === 0 || due.length === 0) throw new Error('The demo business has no overdue or no due callback.');
  return {
    text: `${items.length} callers. ${listed(due)} should hear from you today, and ${overdue.length} are overdue:`,
    entries: overdue.map(({ contact_name, weekday, sentence }) => `${contact_name}, on ${weekday}: “${sentence}”`),
  };
}

const listed = (people: readonly { contact_name: string }[]) =>
  people.map(({ contact_name }) => contact_name).join(' and ');

/** @param booking the answer of `create_booking` */
export function bookedAnswer({
  service_name,
  contact_name,
  start_local,
  end_local,
  staff_name,
}: Booking): SpokenAnswer {
  const when = `${dayOf(start_local)}, ${timeOf(start_local)} to ${timeOf(end_local)}`;
  return { text: `Booked: ${service_name} for ${contact_name}. ${when}, with ${staff_name}.` };
}

/** @param items the answer of `list_bookings` for one day, in order */
export function dayAnswer(items: readonly Booking[]): SpokenAnswer {
  const booked = items.filter(({ status }) => status === 'confirmed');
  const [first, last] = [booked[0], booked.at(-1)];
  if (!first || !last) throw new Error('The demo business has no appointments on this day.');
  const people = (booking: Booking) => `${timeOf(booking.start_local)} (${booking.contact_name})`;
  return { text: `${booked.length} appointments, from ${people(first)} to ${people(last)}.` };
}

const formatted = (local: string, format: Intl.DateTimeFormatOptions) =>
  new Date(`${local.slice(0, 19)}Z`).toLocaleString('en-US', { ...format, timeZone: 'UTC' });

/** The time of a local date and time with offset: `8:00 AM`. */
const timeOf = (local: string) => formatted(local, { timeStyle: 'short' });

/** Its day: `Saturday, November 21`. */
const dayOf = (local: string) => formatted(local, { weekday: 'long', month: 'long', day: 'numeric' });
