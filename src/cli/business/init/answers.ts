import { type BusinessFile, MAX_SERVICE_DAYS } from '../../../contract/business.ts';
import { currencyDigits } from '../../../lib/currency.ts';
import { truncate } from '../../../lib/text/text.ts';
import { formatMinutes } from '../../../lib/time/minutes.ts';
import { readTypedHours } from '../../../lib/time/typed-hours.ts';
import { readMinutes } from '../../../lib/time/typed-minutes.ts';
import { inWeekOrder } from '../../../lib/time/week-order.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
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

/** Reads opening hours as a person types them, such as `Mon to Fri 9am-5pm`. @throws Error */
export const readHours = (text: string): string => readField('opening_hours', readTypedHours(text, 'en'));

/** @throws Error */
export function readEmail(text: string): string {
  const checked = checkFields({ users: [{ email: text }] });
  if ('problems' in checked) throw new Error(sentence(checked.problems[0]?.message));
  return text;
}

/** Reads `Cleaning 45m 115.00, Consultation 30m 0`. A comma between digits is a decimal one. @throws Error */
export function readServices(text: string, currency: string): NewService[] {
  return items(text, /;|,(?!\d)|(?<!\d),/).map((item) => {
    const service = readService(item, currency);
    if (!service) {
      throw new Error(
        `"${item}" must be a name, a duration and a price, such as Cleaning 45m 115.00, Consultation 30m 0, with a space after the comma`,
      );
    }
    if (service.minutes > MAX_SERVICE_DAYS * DAY_MINUTES) {
      throw new Error(`"${item}": the duration must be at most ${MAX_SERVICE_DAYS}d`);
    }
    const digits = currencyDigits(currency);
    if (service.decimals > digits) {
      throw new Error(`"${item}": the price must have at most ${digits} decimal places`);
    }
    const { name, minutes, price } = service;
    const read = { name, duration: formatMinutes(minutes), price };
    const checked = checkFields({ services: [{ id: 'service', ...read }] });
    const [problem] = 'problems' in checked ? checked.problems : [];
    if (problem) throw new Error(`"${item}": the ${problem.path.at(-1)} ${problem.message}`);
    return read;
  });
}

/** A price of 0 in words. */
const FREE = /\s(?:free|kostenlos|kostenfrei|umsonst|gratis|gratuit[eao]?|offerte?)$/i;
/** The price at the end of a service, also with the sign of its currency: `115.00`, `€115`, `115,00 €`. */
const PRICE = /^(.+?)\s+\p{Sc}?(\d+)(?:[.,](\d{1,3}))?\s?(?:\p{Sc}|euros?)?$/iu;

function readService(item: string, currency: string) {
  const price = item.replace(FREE, ' 0');
  const amount = price.toUpperCase().endsWith(currency) ? price.slice(0, -currency.length).trimEnd() : price;
  const [, text = '', whole, decimals = ''] = PRICE.exec(amount) ?? [];
  const words = text.split(/\s+/);
  // The longest end that is a duration: of "First visit 1h 30m", not 30 minutes.
  for (let at = 1; at < words.length; at++) {
    const minutes = readMinutes(words.slice(at).join(' '));
    const name = words.slice(0, at).join(' ');
    // Two services with a comma between them that looks like a decimal one.
    if (minutes && !name.includes(',')) {
      return { name, minutes, price: Number(`${whole}.${decimals}`), decimals: decimals.length };
    }
  }
  return undefined;
}

/** `50m`, `1 h`: a service was typed as the answer to the question for people. */
const DURATION = /(?:^|\s)\d+\s?(?:h|m|min|minute[ns]?|std)(?!\p{L})/iu;

/** Between two people. In Spanish and Portuguese, `y` and `e` are in names, too. */
const PEOPLE = /[,;&+]|\s(?:and|und|et)\s/i;

/** Reads a list of names. @throws Error */
export function readPeople(text: string): string[] {
  const names = items(text, PEOPLE);
  if (names.length === 0) throw new Error('There must be at least one name, such as Dr. Dana Lee, Sam Ortiz');
  // A comma between parentheses would make two people of one.
  const part = names.find((name) => name.split('(').length !== name.split(')').length);
  if (part)
    throw new Error(`"${part}" is a part of a name: commas separate people, so leave out what is in parentheses`);
  const other = names.find((name) => !/\p{L}/u.test(name) || DURATION.test(name));
  if (other) throw new Error(`"${truncate(other, 40)}" is not the name of a person, such as Dr. Dana Lee, Sam Ortiz`);
  const checked = checkFields({ staff: names.map((name, index) => ({ id: `person_${index}`, name })) });
  const [problem] = 'problems' in checked ? checked.problems : [];
  if (problem) throw new Error(`"${truncate(names[Number(problem.path[1])] ?? '', 40)}" ${problem.message}`);
  return names;
}

const items = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter(Boolean);

/** Some messages are sentences, which begin with what is wrong. */
const sentence = (message = 'is not right') => (/^(?:must|is) /.test(message) ? `It ${message}` : message);

/** The business file of the answers. Everybody performs every service. */
export function fileOf({ services, people, owner, opening_hours, ...fields }: Answers): BusinessFile {
  const [serviceId, staffId] = [idFactory('service'), idFactory('person')];
  return {
    ...fields,
    opening_hours: inWeekOrder(opening_hours.split(';').map((line) => line.trim())),
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
