import type { Booking, CallDetail, Contact } from '../../contract/index.ts';
import { html, type Markup } from '../../lib/text/html.ts';
import { localTime } from '../../lib/time/local-time.ts';

/** What the records of a business tell about one customer. */
export interface CustomerData {
  /** The customer, and then other contacts that are the same person. */
  contacts: Contact[];
  /** By their start, cancelled ones, too. */
  bookings: Booking[];
  /** By their start, with what was said. */
  calls: CallDetail[];
}

interface DocumentOptions {
  /** The name of the business. */
  business: string;
  /** IANA zone of the business, in which all times are. */
  zone: string;
  /** When the data were read (ISO 8601). */
  madeAt: string;
}

/** For the customer to read, or for another program. */
export type DocumentFormat = 'page' | 'json';

/** Writes a customer's data as the text of a file. */
export const customerFile = (data: CustomerData, format: DocumentFormat, options: DocumentOptions): string =>
  format === 'page' ? customerPage(data, options) : customerJson(data, options);

const customerJson = (
  { contacts, bookings, calls }: CustomerData,
  { business, zone, madeAt }: DocumentOptions,
): string =>
  `${JSON.stringify({ business, time_zone: zone, made_at: madeAt, contacts, bookings, calls }, undefined, 2)}\n`;

/** Writes a customer's data as a page that the customer can read and print. It loads nothing. */
function customerPage(data: CustomerData, { business, zone, madeAt }: DocumentOptions): string {
  const [customer] = data.contacts;
  const title = `Data of ${customer?.name ?? ''}`;
  const { text } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.45 system-ui, sans-serif; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { color: #4a525c; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
h2 { margin-top: 2rem; border-bottom: 1px solid #c9ced6; }
h3, dl { break-inside: avoid; break-after: avoid; }
</style>
<h1>${title}</h1>
<p>What the records of ${business} say on ${localTime(madeAt, zone)}. All times are those of the business.</p>
${data.contacts.map((contact) => section('Contact', [facts([contact], zone)]))}
${section(
  'Appointments',
  data.bookings.map((booking) => bookingPart(booking, zone)),
)}
${section(
  'Calls',
  data.calls.map((call) => callPart(call, zone)),
)}
</html>
`;
  return text;
}

const section = (title: string, parts: readonly Markup[]) => html`<section>
<h2>${title}</h2>
${parts.length === 0 ? html`<p>None.</p>` : parts}
</section>
`;

function bookingPart(booking: Booking, zone: string): Markup {
  const { start_time, end_time, contact, overrides, service_name, staff_name, status, notes, ...others } = booking;
  const first = { service: service_name, with: staff_name, until: end_time, status, notes };
  return html`<h3>${localTime(start_time, zone)}</h3>
${facts([first, contact, others, { exceptions: overrides?.map(({ rule }) => rule).join(', ') }], zone)}`;
}

function callPart(call: CallDetail, zone: string): Markup {
  const { started_at, transcript, fields, tools, booking_ids, ...others } = call;
  const turns = transcript.map(({ speaker, text }) => html`<dt>${speaker}</dt><dd dir="auto">${text}</dd>`);
  const used = tools?.map((tool) => html`<dt>tool</dt><dd dir="auto">${JSON.stringify(tool)}</dd>`) ?? [];
  return html`<h3>${localTime(started_at, zone)}</h3>
${facts([others, { appointments: booking_ids?.join(', ') }, fields ?? {}], zone)}
<dl>${[...turns, ...used]}</dl>`;
}

/** Ids of other records of the business. A customer's own field can end so, too, such as `insurance_id`. */
const REFERENCES: ReadonlySet<string> = new Set([
  'contact_id',
  'service_id',
  'staff_id',
  'team_id',
  'call_id',
  'booking_id',
]);

/** Every field that has a value; a time in the zone of the business. What was said in a call can have a field of any name. */
function facts(records: readonly object[], zone: string): Markup {
  const fields = records.flatMap((record) => Object.entries(record));
  const rows = fields.flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '' || REFERENCES.has(name)) return [];
    const text = String(value);
    const shown = name.endsWith('_at') || name === 'until' ? localTime(text, zone) : text;
    return [html`<dt>${name.replaceAll('_', ' ')}</dt><dd dir="auto">${shown}</dd>\n`];
  });
  return html`<dl>${rows}</dl>`;
}
