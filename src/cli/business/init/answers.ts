import type { BusinessFile } from '../../../contract/business.ts';
import { parseMinutes } from '../../../lib/time/minutes.ts';
import { checkFields } from '../check-fields.ts';

/** What `business init` asks for. */
export interface Answers {
  name: string;
  time_zone: string;
  country: string;
  currency: string;
  opening_hours: string;
  services: NewService[];
  people: string[];
  /** E-mail address. */
  owner: string;
}

export interface NewService {
  name: string;
  /** Such as `45m`. */
  duration: string;
  price: number;
}

/** Checks the text of one field as in the file. @throws Error whose message says what is right */
export function readField(
  field: 'name' | 'time_zone' | 'country' | 'currency' | 'opening_hours',
  text: string,
): string {
  const checked = checkFields({ [field]: text });
  if ('problems' in checked) throw new Error(sentence(checked.problems[0]?.message));
  return text;
}

/** @throws Error */
export function readEmail(text: string): string {
  const checked = checkFields({ users: [{ email: text }] });
  if ('problems' in checked) throw new Error(sentence(checked.problems[0]?.message));
  return text;
}

/** Reads `Cleaning 45m 115.00, Consultation 30m 0`. @throws Error */
export function readServices(text: string): NewService[] {
  return items(text).map((item) => {
    // Who separates services with a semicolon writes prices with a comma.
    const [, name, duration, price] = /^([^;]*[^;\s])\s+(\S+)\s+(\d+(?:\.\d{1,3})?)$/.exec(item) ?? [];
    if (name && duration && price && parseMinutes(duration)) return { name, duration, price: Number(price) };
    throw new Error(
      `"${item}" must be a name, a duration and a price, such as Cleaning 45m 115.00, Consultation 30m 0, with a decimal point: commas separate services`,
    );
  });
}

/** Reads a comma list of names. @throws Error */
export function readPeople(text: string): string[] {
  const names = items(text);
  if (names.length === 0) throw new Error('There must be at least one name, such as Dr. Dana Lee, Sam Ortiz');
  return names;
}

const items = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Some messages are sentences, which begin with what is wrong. */
const sentence = (message = 'is not right') => (/^(?:must|is) /.test(message) ? `It ${message}` : message);

/** The business file of the answers. Everybody performs every service. */
export function fileOf({ services, people, owner, opening_hours, ...fields }: Answers): BusinessFile {
  const [serviceId, staffId] = [idFactory('service'), idFactory('person')];
  return {
    ...fields,
    opening_hours: opening_hours.split(';').map((line) => line.trim()),
    services: services.map((service) => ({ id: serviceId(service.name), ...service, staff: 'all' })),
    staff: people.map((name) => ({ id: staffId(name), name })),
    rules: { minimum_notice: '2h', booking_window: '180d', slot_interval: '15m' },
    users: [{ email: owner, role: 'owner' }],
  };
}

const MAX_ID_LENGTH = 50;

/** Makes ids out of names: `Dr. Zoë Lee` becomes `dr_zoe_lee`, a second one `dr_zoe_lee_2`. */
function idFactory(fallback: string): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const base =
      plain
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^_+/, '')
        .slice(0, MAX_ID_LENGTH)
        .replace(/_+$/, '') || fallback;
    let id = base;
    for (let number = 2; used.has(id); number++) id = `${base}_${number}`;
    used.add(id);
    return id;
  };
}
