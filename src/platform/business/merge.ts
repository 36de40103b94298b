import { type BusinessFile, MAX_PRICE_CHANGES, MAX_SERVICE_DAYS, type PrunableList } from '../../contract/index.ts';
import { currencyDigits } from '../../lib/currency.ts';
import { parseMinutes } from '../../lib/time/minutes.ts';
import { localDate } from '../../lib/time/range.ts';
import { inWeekOrder } from '../../lib/time/week-order.ts';
import { DAY_MINUTES } from '../../lib/time/whole-day.ts';
import type { ArchivedPrices } from './archived.ts';
import type { BusinessDefinition, ServiceDefinition, StaffDefinition, UserDefinition } from './definition.ts';
import { inCurrency } from './in-currency.ts';
import { byPeriod, type FileProblem, type ListContext, mergeList, sorted } from './merge-list.ts';
import { mergeSpecialHours } from './merge-special-hours.ts';
import { pricesBefore, withPrice } from './new-price.ts';
import type { StoredRules } from './stored.ts';

interface MergeOptions {
  /**
   * Lists whose entries are removed if the file no longer has them. All other lists keep theirs, and so does a list that
   * the file does not have at all.
   */
  prune: ReadonlySet<PrunableList>;
  /** Epoch milliseconds: the day from which a new price applies. */
  now: number;
  /** Default: none. */
  archived?: ArchivedPrices | undefined;
}

type Entry<K extends keyof BusinessFile> = NonNullable<BusinessFile[K]> extends readonly (infer E)[] ? E : never;

/**
 * Returns what a business becomes by a file: only what the file declares is changed, and entries of lists are found by
 * their ids, dates or e-mail addresses. Reports what is wrong in `problems`.
 */
export function mergeFile(
  before: BusinessDefinition,
  file: BusinessFile,
  { prune, now, archived }: MergeOptions,
  problems: FileProblem[],
): BusinessDefinition {
  const currency = file.currency ?? before.currency;
  const context = (list: PrunableList): ListContext => ({ path: [list], prune: prune.has(list), problems });
  const staff = mergeList(before.staff, file.staff, byId, context('staff'), (old, entry, path) =>
    mergeStaff(old, entry, path, context('time_off')),
  );
  const timeZone = file.time_zone ?? before.time_zone;
  const today = localDate(now, timeZone).toString();
  const merge = new ServiceMerge(
    { before: before.currency, after: currency },
    { today, archived },
    context('price_changes'),
  );
  const services = inCurrency(before, currency, file, today, { prune, problems });

  return {
    name: file.name ?? before.name,
    time_zone: timeZone,
    country: file.country ?? before.country,
    currency,
    opening_hours: hoursLines(file.opening_hours, before.opening_hours),
    closures: sorted(
      mergeList(
        before.closures,
        file.closures,
        byPeriod,
        context('closures'),
        (old, { from, to = from, reason = old?.reason }) => ({ from, to, reason: reason || null }),
      ),
    ),
    special_hours: mergeSpecialHours(before.special_hours, file.special_hours, context('special_hours')),
    rules: mergeRules(before.rules, file.rules, problems),
    services: mergeList(services, file.services, byId, context('services'), merge.service),
    staff,
    users: mergeList(before.users, lowerCase(file.users), ({ email }) => email, context('users'), mergeUser),
  };
}

const byId = ({ id }: { id: string }) => id;
const lowerCase = (users: Entry<'users'>[] | undefined) =>
  users?.map((user) => ({ ...user, email: user.email.toLowerCase() }));

function hoursLines(declared: string | string[] | null | undefined, before: string[] | null): string[] | null {
  return declared ? inWeekOrder([declared].flat()) : declared === null ? null : before;
}

function mergeStaff(
  before: StaffDefinition | undefined,
  entry: Entry<'staff'>,
  path: readonly (string | number)[],
  timeOff: ListContext,
): StaffDefinition {
  return {
    id: entry.id,
    name: entry.name ?? before?.name ?? entry.id,
    title: entry.title ?? before?.title ?? '',
    opening_hours: hoursLines(entry.opening_hours, before?.opening_hours ?? null),
    time_off: sorted(
      mergeList(
        before?.time_off ?? [],
        entry.time_off,
        byPeriod,
        { ...timeOff, path: [...path, 'time_off'] },
        (_before, { from, to = from }) => ({ from, to }),
      ),
    ),
    calendar: entry.calendar === undefined ? (before?.calendar ?? null) : entry.calendar || null,
    active: entry.active ?? before?.active ?? true,
  };
}

function mergeUser(before: UserDefinition | undefined, entry: Entry<'users'>): UserDefinition {
  const { email } = entry;
  return { email, name: entry.name ?? before?.name ?? email, role: entry.role ?? before?.role ?? 'member' };
}

/** Minutes of a duration that the schema has accepted; null: no value. */
const minutes = (text: string | null | undefined, before: number | undefined) =>
  text === undefined ? before : text === null ? undefined : parseMinutes(text);

function mergeRules(before: StoredRules, declared: BusinessFile['rules'], problems: FileProblem[]): StoredRules {
  if (!declared) return before;
  const slotInterval = minutes(declared.slot_interval, before.slot_interval);
  if (slotInterval !== undefined && (slotInterval < 5 || slotInterval > DAY_MINUTES)) {
    problems.push({ path: ['rules', 'slot_interval'], message: 'must be 5m to 24h, such as 15m' });
  }
  const number = (value: number | null | undefined, old: number | undefined) =>
    value === undefined ? old : (value ?? undefined);
  return compact({
    minimum_notice: minutes(declared.minimum_notice, before.minimum_notice),
    notice_counts: declared.notice_counts ?? before.notice_counts,
    booking_window: minutes(declared.booking_window, before.booking_window),
    slot_interval: slotInterval,
    max_per_customer_and_day: number(declared.max_per_customer_and_day, before.max_per_customer_and_day),
    max_per_day: number(declared.max_per_day, before.max_per_day),
  });
}

class ServiceMerge {
  readonly #currency: string;
  readonly #digits: number;
  readonly #today: string;
  readonly #archived: ArchivedPrices | undefined;
  readonly #isRestated: boolean;
  readonly #priceContext: ListContext;
  readonly #problems: FileProblem[];

  /** @param prices how the prices from later dates on are merged */
  constructor(
    currency: { before: string; after: string },
    { today, archived }: { today: string; archived: ArchivedPrices | undefined },
    prices: ListContext,
  ) {
    this.#currency = currency.after;
    this.#digits = currencyDigits(currency.after);
    this.#today = today;
    this.#archived = archived;
    this.#isRestated = currency.before !== currency.after;
    this.#priceContext = prices;
    this.#problems = prices.problems;
  }

  readonly service = (
    before: ServiceDefinition | undefined,
    entry: Entry<'services'>,
    path: readonly (string | number)[],
  ): ServiceDefinition => {
    const within = (name: string, max: number, value: number | undefined, min = 0) => {
      if (value !== undefined && (value < min || value > max * DAY_MINUTES)) {
        this.#problems.push({
          path: [...path, name],
          message: `must be ${min > 0 ? 'more than 0m' : '0m'} to ${max}d`,
        });
      }
      return value;
    };
    if (!before && entry.duration === undefined) {
      this.#problems.push({ path: [...path, 'duration'], message: 'is required for a new service, such as 45m' });
    }
    return compact({
      id: entry.id,
      name: entry.name ?? before?.name ?? entry.id,
      description: entry.description === undefined ? (before?.description ?? null) : entry.description || null,
      duration: within('duration', MAX_SERVICE_DAYS, minutes(entry.duration, before?.duration ?? 60), 1) ?? 60,
      ...this.#prices(before, entry, path),
      buffer_before: positive(within('buffer_before', 1, minutes(entry.buffer_before, before?.buffer_before))),
      buffer_after: positive(within('buffer_after', 1, minutes(entry.buffer_after, before?.buffer_after))),
      minimum_notice: minutes(entry.minimum_notice, before?.minimum_notice),
      booking_window: minutes(entry.booking_window, before?.booking_window),
      staff:
        entry.staff === undefined
          ? (before?.staff ?? 'all')
          : typeof entry.staff === 'string'
            ? 'all'
            : [...new Set(entry.staff)].sort(),
      active: entry.active ?? before?.active ?? true,
    });
  };

  #prices(
    before: ServiceDefinition | undefined,
    { id, price, price_changes: declared }: Entry<'services'>,
    path: readonly (string | number)[],
  ): Pick<ServiceDefinition, 'price_cents' | 'price_changes'> {
    const cents = price === undefined ? undefined : this.#cents(price, [...path, 'price']);
    const known = before ?? this.#formerPrices(id);
    const stored = { first: known?.price_cents ?? cents ?? 0, changes: known?.price_changes ?? [] };
    const { past, since, isToday } = pricesBefore(stored, declared ?? [], this.#today);
    // Amounts in another currency are no history of the new one.
    const isRestated = before !== undefined && this.#isRestated;
    const restated = isRestated && cents !== undefined ? { first: cents, changes: [] } : undefined;
    const former = restated ?? (cents === undefined ? past : withPrice(past, cents, isToday ? this.#today : undefined));
    const changes = mergeList(
      since,
      declared,
      ({ from }) => from,
      { ...this.#priceContext, path: [...path, 'price_changes'] },
      (_old, entry, at) => ({ from: entry.from, price_cents: this.#cents(entry.price, [...at, 'price']) }),
    );
    const all = [...former.changes, ...sorted(changes)];
    if (all.length > MAX_PRICE_CHANGES) {
      const [first] = stored.changes;
      const remedy = first
        ? `. To remove former ones, run business export, delete entries of the list but not its first one, of ${first.from}, and run business apply --prune. Bookings of their days are then worth the price before them`
        : '';
      const message = `would have ${all.length} entries, with those of the database: at most ${MAX_PRICE_CHANGES}${remedy}`;
      this.#problems.push({ path: [...path, 'price_changes'], message });
    }
    return { price_cents: former.first, ...(all.length > 0 ? { price_changes: all } : {}) };
  }

  /** The prices of an archived service until today, unless they are in another currency: its bookings were made at them. */
  #formerPrices(id: string): Pick<ServiceDefinition, 'price_cents' | 'price_changes'> | undefined {
    const { currency, price_cents = 0, price_changes = [] } = this.#archived?.get(id) ?? {};
    if (currency !== this.#currency) return undefined;
    return { price_cents, price_changes: price_changes.filter(({ from }) => from <= this.#today) };
  }

  /** Converts an amount to the currency's minor unit. */
  #cents(price: number, path: readonly (string | number)[]): number {
    const exact = price * 10 ** this.#digits;
    const cents = Math.round(exact);
    // The product of a large amount is off by its last bits.
    if (Math.abs(exact - cents) > 1e-6 + exact * Number.EPSILON) {
      this.#problems.push({ path, message: `must have at most ${this.#digits} decimal places` });
    }
    return cents;
  }
}

const positive = (value: number | undefined) => value || undefined;

/** Removes absent fields, so that equal definitions are equal objects. */
function compact<T extends object>(record: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
