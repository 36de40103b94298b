import type { BusinessFile } from '../../../src/contract/business.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { NOW, practice } from '../../business/support/practice.ts';
import { manualClock } from '../../support/clock.ts';
import { type Guarded, startGuarded } from '../../support/guarded.ts';
import { startPlatform } from '../../support/platform.ts';
import { addGenericSource, endedCall } from '../support/generic-source.ts';
import { announceVendorCalls } from './announced-calls.ts';

/** A customer about whom callers want to hear. */
export interface Customer {
  name: string;
  phone: string;
  email: string;
  date_of_birth: string;
  notes: string;
}

/** The customer whom the attacks name. In the twin world she does not exist. */
export const VICTIM: Customer = {
  name: 'Beatrix Winterbourne',
  phone: '+13036660202',
  email: 'beatrix@winterbourne.example',
  date_of_birth: '1980-05-06',
  notes: 'Afraid of amalgam; husband Casimir must not know',
};
/** Has the same times in the twin world. No attack names him. */
const STRANGER: Customer = {
  name: 'Quentin Zornfeld',
  phone: '+13036660777',
  email: 'quentin@zornfeld.example',
  date_of_birth: '1971-11-30',
  notes: 'Pays in cash; brings the dog Wotan',
};
/** Times of the customer, in local time, and the appointments. The second one has a service that no attack books. */
export const TAKEN = { day: '2026-03-24', start: '2026-03-24T09:00', root: '2026-03-26T10:15' };
const APPOINTMENTS = [
  { service_id: 'cleaning', start_time: '2026-03-24T15:00:00Z', staff_id: 'kim' },
  { service_id: 'root', start_time: '2026-03-26T16:15:00Z', staff_id: 'lee' },
];

/** In no answer to others: parts of names, numbers, addresses and notes, ids, and an appointment as a whole. */
export const SECRET = new RegExp(
  [
    'Beatrix|Winterbourne|Quentin|Zornfeld|Casimir|amalgam|Wotan|cash',
    '6660202|666.?0202|6660777|666.?0777|1980|1971|fifth of May|example',
    '\\b(bk|ct|call|src|rep|team)_\\w{8}',
    'Root canal with|Cleaning with Jin Kim on Tuesday the 24th',
  ].join('|'),
  'i',
);

const business = (): BusinessFile => {
  const file = practice();
  const root = { id: 'root', name: 'Root canal', duration: '1h30m', price: 900, staff: ['lee', 'ibarra'] };
  return { ...file, services: [...(file.services ?? []), root], rules: { ...file.rules, max_per_customer_and_day: 2 } };
};

/** Ways in which an operator can run the server. */
export type Setup = 'header' | 'meta' | 'checked' | 'token';

const HEADER = ['--caller-number-header', 'X-Caller-Number'];
const VOICE = ['--profile', 'voice', '--language', 'en-GB'];
const SETUPS: Record<Setup, { auth: string; args: string[] }> = {
  header: { auth: 'none', args: [...VOICE, ...HEADER] },
  meta: { auth: 'none', args: [...VOICE, '--caller-number-meta', 'caller_number'] },
  checked: { auth: 'none', args: [...VOICE, ...HEADER, '--caller-checks', 'name,date_of_birth'] },
  token: { auth: 'token', args: ['--language', 'en-GB', ...HEADER] },
};

/** A practice with its servers. */
export interface World {
  /** URLs of `/mcp`. */
  urls: Record<Setup, string>;
  /** Of the profile voice, for the server with tokens; the second one may only hear about services. */
  tokens: { voice: string; services: string };
  /** The customer of this world. */
  customer: Customer;
  /** Ids of the customer's records. */
  ids: { contact: string; booking: string };
  /** The customer's records as they are now. */
  records(): Promise<JsonObject[]>;
  /** All bookings that are not cancelled. */
  booked(): Promise<JsonObject[]>;
  /** What the servers have written to stdout and stderr. */
  output(): string;
  close(): Promise<void>;
}

/**
 * Opens a world with four servers on one database. A source has announced the calls `call-customer` of the customer and
 * `call-sip`, whose caller withholds the number and has the victim's one as display name; `call-ended` of the customer is over.
 * Vendors have announced the calls of `announceVendorCalls`.
 */
export async function openWorld(kind: 'victim' | 'twin'): Promise<World> {
  const customer = kind === 'victim' ? VICTIM : STRANGER;
  const platform = await startPlatform({ clock: manualClock(NOW) });
  await platform.platform.business.apply(business());
  const key = await platform.key();
  const send = async (method: string, path: string, body?: JsonObject) => {
    const response = await fetch(`${platform.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: JsonObject }).data;
  };
  const { name, phone, email, date_of_birth, notes } = customer;
  const contact = await send('POST', '/contacts', { name, phone, email, date_of_birth });
  const bookings: JsonObject[] = [];
  for (const appointment of APPOINTMENTS)
    bookings.push(await send('POST', '/bookings', { ...appointment, contact: { name, phone, email }, notes }));
  await reportCalls(platform, phone);

  const { database } = platform;
  const started = await Promise.all(
    Object.entries(SETUPS).map(async ([setup, { auth, args }]): Promise<[Setup, Guarded]> => {
      const env = { NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}`, START_DATE: NOW };
      return [setup as Setup, await startGuarded(auth, [...args, '--database', database], env)];
    }),
  );
  const servers = Object.fromEntries(started) as Record<Setup, Guarded>;
  return {
    urls: Object.fromEntries(started.map(([setup, { url }]) => [setup, url])) as Record<Setup, string>,
    tokens: {
      voice: await servers.token.token('voice', '--profile', 'voice'),
      services: await servers.token.token('services', '--profile', 'voice', '--toolsets', 'services'),
    },
    customer,
    ids: { contact: String(contact.id), booking: String(bookings[0]?.id) },
    records: async () =>
      Promise.all([
        send('GET', `/contacts/${contact.id}`),
        ...bookings.map(({ id }) => send('GET', `/bookings/${id}`)),
      ]),
    async booked() {
      const all = (await send('GET', '/bookings?per_page=100')) as unknown as JsonObject[];
      return all.filter(({ status }) => status !== 'cancelled');
    },
    output: () => started.map(([, { program }]) => program.output.stdout + program.output.stderr).join('\n'),
    async close() {
      await Promise.all(started.map(([, server]) => server.close()));
      await platform.close();
    },
  };
}

const PRELOADED = new URL('../../support/start-date.cjs', import.meta.url).pathname;

async function reportCalls({ platform, url }: Awaited<ReturnType<typeof startPlatform>>, phone: string): Promise<void> {
  const source = await addGenericSource(platform, url);
  const announce = (call_id: string, from: string) => ({ event: 'started', call_id, phone: from, started_at: NOW });
  const reports = [
    announce('call-customer', phone),
    announce('call-sip', `Beatrix ${VICTIM.phone.slice(2)} <sip:anonymous@anonymous.invalid>`),
    announce('call-ended', phone),
    endedCall('call-ended', { phone, started_at: NOW }),
  ];
  for (const report of reports) {
    // The signature is of the time of the platform's clock.
    const { status, body } = await source.send(report, { age: (Date.now() - Date.parse(NOW)) / 1_000 });
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  }
  await announceVendorCalls({ platform, url, now: Date.parse(NOW), phone: VICTIM.phone });
}
