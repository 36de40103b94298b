import { isDeepStrictEqual } from 'node:util';
import type { BusinessChange } from '../../contract/index.ts';
import { formatCents } from '../../lib/currency.ts';
import { formatMinutes, formatNotice } from '../../lib/time/minutes.ts';
import type { BusinessDefinition, ServiceDefinition, StaffDefinition } from './definition.ts';
import { openedDays } from './opened-days.ts';
import type { StoredClosure, StoredSpecialHours, StoredTimeOff } from './stored.ts';

/** How texts say that an entry leaves the business, or comes back to it. */
export interface EntryVerbs {
  remove: string;
  archive: string;
  restore: string;
}

/** Of a plan, and of what a user is asked to agree to. */
const TO_DO: EntryVerbs = { remove: 'Remove', archive: 'Archive', restore: 'Restore' };
/** Of a report on changes that were made. */
export const DONE: EntryVerbs = { remove: 'Removed', archive: 'Archived', restore: 'Restored' };

/**
 * Returns the differences between two states of a business, each in words on one line, in the order of the business file. Can
 * be interrupted between entries: a business can have thousands of services, each with hundreds of people.
 * @param archived the ids of archived services, which come back if a file has them again
 */
export function* changesBetween(
  before: BusinessDefinition,
  after: BusinessDefinition,
  { archived = new Set(), verbs = TO_DO }: { archived?: { has(id: string): boolean }; verbs?: EntryVerbs } = {},
): Generator<void, BusinessChange[]> {
  const nameOfService = namesOf([...before.services, ...after.services]);
  const nameOfMember = namesOf([...before.staff, ...after.staff]);
  const describeHours = (entry: StoredSpecialHours) => describeSpecialHours(entry, nameOfMember);
  const opened = yield* openedByNew(before, after, nameOfMember);
  return [
    ...scalarChanges('', 'Business', before, after, ['name', 'time_zone', 'country', 'currency', 'opening_hours']),
    ...listChanges('closures', before.closures, after.closures, { key: period, describe: describeClosure, verbs }),
    ...listChanges('special_hours', before.special_hours, after.special_hours, {
      key: specialHoursKey,
      describe: describeHours,
      verbs,
      describeNew: (entry) => `${describeHours(entry)}${opened.get(entry) ?? ''}`,
    }),
    ...noticeChange('rules.', 'Rules', before.rules, after.rules, { before, after }),
    ...scalarChanges('rules.', 'Rules', before.rules, after.rules, RULE_FIELDS),
    ...(yield* entryChanges('services', before.services, after.services, {
      verbs,
      key: ({ id }) => id,
      nameOf: ({ id }) => `service ${nameOfService(id)}`,
      isArchived: ({ id }) => archived.has(id),
      describe: (service) => describeService(withNames(service, nameOfMember), after),
      changes: (a, b) => {
        const named = isDeepStrictEqual(a.staff, b.staff) ? [a, b] : [a, b].map((one) => withNames(one, nameOfMember));
        const [old, now] = named as [ServiceDefinition, ServiceDefinition];
        const subject = `Service ${nameOfService(b.id)}`;
        return serviceChanges(old, now, subject, { before, after, verbs });
      },
    })),
    ...(yield* entryChanges('staff', before.staff, after.staff, {
      verbs,
      key: ({ id }) => id,
      nameOf: ({ id }) => `staff member ${nameOfMember(id)}`,
      describe: describeStaff,
      changes: (a, b) => staffChanges(a, b, nameOfMember(b.id), verbs),
    })),
    ...(yield* entryChanges('users', before.users, after.users, {
      verbs,
      key: ({ email }) => email,
      nameOf: ({ name, email }) => `user ${name}, ${email}`,
      describe: ({ role }) => [role],
      changes: (a, b) => scalarChanges(`users.${b.email}.`, `User ${b.email}`, a, b, ['name', 'role']),
    })),
  ];
}

type NameOf = (id: string) => string;

const specialHoursKey = (entry: StoredSpecialHours) => [period(entry), ...entry.staff].join(' ');

/** The remarks on new special hours. */
function* openedByNew(
  before: BusinessDefinition,
  after: BusinessDefinition,
  nameOf: NameOf,
): Generator<void, Map<StoredSpecialHours, string>> {
  const known = new Set(before.special_hours.map(specialHoursKey));
  const remarks = new Map<StoredSpecialHours, string>();
  for (const entry of after.special_hours.filter((one) => !known.has(specialHoursKey(one)))) {
    remarks.set(entry, openedDays(entry, after, nameOf));
    yield;
  }
  return remarks;
}

/** Returns names by id, the last one for each, with the id where several have the same name. */
function namesOf(entries: readonly { id: string; name: string }[]): NameOf {
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const name of names.values()) (seen.has(name) ? shared : seen).add(name);
  return (id) => {
    const name = names.get(id) ?? id;
    return shared.has(name) ? `${name}, ${id}` : name;
  };
}

/** Returns a service that names people instead of their ids. */
const withNames = (service: ServiceDefinition, nameOf: NameOf): ServiceDefinition => ({
  ...service,
  staff: service.staff === 'all' ? 'all' : service.staff.map(nameOf),
});

const RULE_FIELDS = [
  'notice_counts',
  'booking_window',
  'slot_interval',
  'max_per_customer_and_day',
  'max_per_day',
] as const;

/** Fields whose numbers are minutes. */
const MINUTES = new Set(['duration', 'buffer_before', 'buffer_after', 'booking_window', 'slot_interval']);
/** Fields whose values are secrets: only that they change is said. */
const SECRET = new Set(['calendar']);

/** What a change means beyond its words. */
const REMARKS: Readonly<Record<string, string>> = {
  time_zone: '. Bookings keep the moment in which they begin, so that the clock shows another time for those ahead',
};

/** Characters of a value, such as a description. */
const MAX_SHOWN = 120;

function show(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (SECRET.has(field)) return 'set';
  if (typeof value === 'number') return MINUTES.has(field) ? formatMinutes(value) : String(value);
  if (Array.isArray(value)) return value.length > 0 ? value.join('; ') : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const line = String(value).replace(/\s+/g, ' ');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}

function scalarChanges<T extends object>(
  prefix: string,
  subject: string,
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): BusinessChange[] {
  return fields.flatMap((field): BusinessChange[] => {
    if (isDeepStrictEqual(before[field], after[field])) return [];
    const text = SECRET.has(field)
      ? `${subject}: ${label(field)} ${after[field] === null ? 'is removed' : 'is set'}`
      : `${subject}: ${label(field)} from ${show(field, before[field])} to ${show(field, after[field])}${before[field] ? (REMARKS[field] ?? '') : ''}`;
    return [{ kind: 'change', path: `${prefix}${field}`, text }];
  });
}

/** The two states of a business. */
interface Compared {
  before: BusinessDefinition;
  after: BusinessDefinition;
}

/** The same notice is another one when other hours count. */
function noticeChange(
  prefix: string,
  subject: string,
  before: { minimum_notice?: number },
  after: { minimum_notice?: number },
  business: Compared,
): BusinessChange[] {
  const [old, now] = [
    noticeText(before.minimum_notice, business.before),
    noticeText(after.minimum_notice, business.after),
  ];
  if (old === now) return [];
  const text = `${subject}: minimum notice from ${old} to ${now}`;
  return [{ kind: 'change', path: `${prefix}minimum_notice`, text }];
}

const noticeText = (minutes: number | undefined, { rules }: BusinessDefinition) =>
  minutes === undefined ? 'none' : formatNotice(minutes, rules.notice_counts);

const label = (field: string) => field.replaceAll('_', ' ');

const period = ({ from, to }: { from: string; to: string }) => (from === to ? from : `${from} to ${to}`);
const because = (reason: string | null) => (reason ? `, ${reason}` : '');
const describeClosure = (entry: StoredClosure) => `closed ${period(entry)}${because(entry.reason)}`;
const describeSpecialHours = (entry: StoredSpecialHours, nameOf: NameOf) =>
  `open ${entry.hours} on ${period(entry)}${because(entry.reason)}${entry.staff.length > 0 ? `, with ${entry.staff.map(nameOf).join(', ')}` : ''}`;
const describeTimeOff = (entry: StoredTimeOff) => `away ${period(entry)}`;

interface Entries<T> {
  /** Entries with the same key are the same entry, changed or not. */
  key(entry: T): string;
  describe(entry: T): string;
  /** Default: as an entry that exists. */
  describeNew?(entry: T): string;
  /** What the entries belong to, before each text. Default: the business. */
  subject?: string;
  verbs: EntryVerbs;
}

/** Changes of entries that are nothing but their key and a few words. */
function listChanges<T>(
  path: string,
  before: readonly T[],
  after: readonly T[],
  { key, describe, describeNew = describe, subject, verbs }: Entries<T>,
): BusinessChange[] {
  const start = subject === undefined ? '' : `${subject}: `;
  const old = new Map(before.map((entry) => [key(entry), entry]));
  const kept = new Set(after.map(key));
  return [
    ...after.flatMap((entry): BusinessChange[] => {
      const previous = old.get(key(entry));
      if (!previous) return [{ kind: 'add', path, text: `${start}New: ${describeNew(entry)}` }];
      if (isDeepStrictEqual(previous, entry)) return [];
      return [{ kind: 'change', path, text: `${start}Change: ${describe(previous)}; now ${describe(entry)}` }];
    }),
    ...before
      .filter((entry) => !kept.has(key(entry)))
      .map((entry): BusinessChange => ({ kind: 'remove', path, text: `${start}${verbs.remove}: ${describe(entry)}` })),
  ];
}

/** Changes of entries with fields. Services and staff members that are gone are archived, because bookings refer to them. */
function* entryChanges<T>(
  path: string,
  before: readonly T[],
  after: readonly T[],
  {
    verbs,
    key,
    nameOf,
    isArchived,
    describe,
    changes,
  }: {
    verbs: EntryVerbs;
    key(entry: T): string;
    nameOf(entry: T): string;
    isArchived?(entry: T): boolean;
    /** What a new entry is, for those who agree to it. */
    describe(entry: T): readonly string[];
    changes(before: T, after: T): BusinessChange[];
  },
): Generator<void, BusinessChange[]> {
  const old = new Map(before.map((entry) => [key(entry), entry]));
  const kept = new Set(after.map(key));
  const archives = path !== 'users';
  const found: BusinessChange[] = [];
  for (const entry of after) {
    const previous = old.get(key(entry));
    if (previous) {
      found.push(...changes(previous, entry));
    } else {
      const text = `${isArchived?.(entry) ? `${verbs.restore} archived` : 'New'} ${nameOf(entry)}: ${describe(entry).join(', ')}`;
      found.push({ kind: 'add', path: `${path}.${key(entry)}`, text });
    }
    yield;
  }
  for (const entry of before.filter((one) => !kept.has(key(one)))) {
    const text = `${archives ? verbs.archive : verbs.remove} ${nameOf(entry)}`;
    found.push({ kind: archives ? 'archive' : 'remove', path: `${path}.${key(entry)}`, text });
  }
  return found;
}

function serviceChanges(
  before: ServiceDefinition,
  after: ServiceDefinition,
  subject: string,
  { verbs, ...business }: Compared & { verbs: EntryVerbs },
): BusinessChange[] {
  const prefix = `services.${after.id}.`;
  const currency = { before: business.before.currency, after: business.after.currency };
  const [old, price] = [
    formatAmount(before.price_cents, currency.before),
    formatAmount(after.price_cents, currency.after),
  ];
  const [first] = after.price_changes ?? [];
  const priceChange: BusinessChange[] =
    old === price
      ? []
      : [
          {
            kind: 'change',
            path: `${prefix}price`,
            text: `${subject}: price${first ? ` before ${first.from}` : ''} from ${old} to ${price}`,
          },
        ];
  return [
    ...scalarChanges(prefix, subject, before, after, ['name', 'description', 'duration']),
    ...priceChange,
    ...listChanges(`${prefix}price_changes`, priceTexts(before, currency.before), priceTexts(after, currency.after), {
      key: ({ from }) => from,
      describe: describePrice,
      describeNew: (entry) =>
        [
          describePrice(entry),
          `${priceBefore(after, entry.from, currency.after)} until then`,
          // The new price ends with the next one, which may have been planned long ago.
          ...priceTexts(after, currency.after)
            .filter(({ from }) => from > entry.from)
            .slice(0, 1)
            .map(({ from, price }) => `and ${price} from ${from}`),
        ].join(', '),
      subject,
      verbs,
    }),
    ...scalarChanges(prefix, subject, before, after, ['buffer_before', 'buffer_after', 'staff']),
    ...noticeChange(prefix, subject, before, after, business),
    ...scalarChanges(prefix, subject, before, after, ['booking_window', 'active']),
  ];
}

function describeService(service: ServiceDefinition, { currency, rules }: BusinessDefinition): string[] {
  const { duration, price_cents, staff, active, description } = service;
  const times = (['buffer_before', 'buffer_after', 'minimum_notice', 'booking_window'] as const).flatMap((field) => {
    const minutes = service[field];
    if (minutes === undefined) return [];
    const text = field === 'minimum_notice' ? formatNotice(minutes, rules.notice_counts) : formatMinutes(minutes);
    return [`${label(field)} ${text}`];
  });
  // A price that was forgotten is 0, and callers would hear it.
  const isFree = price_cents === 0 && (service.price_changes ?? []).length === 0;
  return [
    formatMinutes(duration),
    `${formatAmount(price_cents, currency)}${isFree ? ' (free of charge)' : ''}`,
    ...priceTexts(service, currency).map(describePrice),
    `with ${staff === 'all' ? 'everybody' : staff.join(', ') || 'no staff member'}`,
    ...times,
    ...(active ? [] : ['not active']),
    ...(description ? [`description ${show('description', description)}`] : []),
  ];
}

const describePrice = ({ from, price }: { from: string; price: string }) => `price ${price} from ${from}`;

const priceTexts = ({ price_changes = [] }: ServiceDefinition, currency: string) =>
  price_changes.map(({ from, price_cents }) => ({ from, price: formatAmount(price_cents, currency) }));

/** The price on the day before a date. */
const priceBefore = ({ price_cents, price_changes = [] }: ServiceDefinition, date: string, currency: string) =>
  formatAmount(price_changes.findLast(({ from }) => from < date)?.price_cents ?? price_cents, currency);

const formatAmount = (cents: number, currency: string) => `${formatCents(cents, currency)} ${currency}`;

function staffChanges(
  before: StaffDefinition,
  after: StaffDefinition,
  subject: string,
  verbs: EntryVerbs,
): BusinessChange[] {
  const prefix = `staff.${after.id}.`;
  return [
    ...scalarChanges(prefix, subject, before, after, ['name', 'title']),
    ...scalarChanges(prefix, subject, withHours(before), withHours(after), ['opening_hours']),
    ...listChanges(`${prefix}time_off`, before.time_off, after.time_off, {
      key: period,
      describe: describeTimeOff,
      subject,
      verbs,
    }),
    ...scalarChanges(prefix, subject, before, after, ['calendar', 'active']),
  ];
}

const withHours = ({ opening_hours }: StaffDefinition) => ({ opening_hours: opening_hours ?? 'those of the business' });

const describeStaff = ({ title, opening_hours, time_off, calendar, active }: StaffDefinition): string[] => [
  ...(title ? [show('title', title)] : []),
  `opening hours ${opening_hours?.join('; ') ?? 'of the business'}`,
  ...time_off.map(describeTimeOff),
  ...(calendar === null ? [] : ['with a private calendar']),
  ...(active ? [] : ['not active']),
];
