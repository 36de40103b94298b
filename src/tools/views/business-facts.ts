import { scan } from '../../api/index.ts';
import type { BusinessRecord, Read } from '../../contract/index.ts';
import { isTimeZone } from '../../lib/text/locale.ts';
import { parseMinutes } from '../../lib/time/minutes.ts';
import { loadServices } from '../availability/schedule-snapshot.ts';
import { readBusiness } from '../availability/shown-hours.ts';
import type { ToolContext } from '../core/context.ts';
import { ASSUMED_OPENING_HOURS, type ToolSettings } from '../core/settings.ts';
import type { AgendaService } from './view-data.ts';

/** What an agenda is drawn on: hours, closures, people and services of the business. */
export interface BusinessFacts {
  name?: string;
  /** IANA zone of the hours and dates; absent: that of the answer. */
  time_zone?: string;
  /** In the form of `parseOpeningHours`. */
  opening_hours: string;
  /** True if neither the platform nor the operator states any. */
  hours_assumed?: true;
  /** IANA zone of `opening_hours`, if it is another one. */
  hours_zone?: string;
  /** Dates; `to` is inclusive. */
  closures: readonly { from: string; to: string; reason?: string | null | undefined }[];
  special_hours: readonly { from: string; to: string; hours: string; staff: readonly string[] }[];
  staff: readonly PersonFacts[];
  services: readonly AgendaService[];
}

export interface PersonFacts {
  id: string;
  name: string;
  /** Own hours; absent: those of the business. */
  opening_hours?: string;
  time_off: readonly { from: string; to: string }[];
}

/** People and services of one agenda at most: a larger one cannot be drawn. */
const MAX_STAFF = 50;
const MAX_SERVICES = 500;

/** How long they are used before they are read again, in milliseconds. A change by this caller is seen at once. */
const CACHED_MS = 30_000;
const CACHE_KEY = 'view business';

interface Cached {
  facts: StatedFacts;
  /** By the monotonic clock, in milliseconds. */
  until: number;
}

/** What the platform states. It may state no hours. */
type StatedFacts = Omit<BusinessFacts, 'opening_hours' | 'hours_zone' | 'hours_assumed'> &
  Partial<Pick<BusinessFacts, 'opening_hours'>>;

export const NO_FACTS: StatedFacts = { closures: [], special_hours: [], staff: [], services: [] };

/** Adds the opening hours: those of the operator's options come first, in the zone of these, then the platform's. */
export function withHours(
  facts: StatedFacts,
  {
    openingHours,
    isOpeningHoursConfigured,
    timeZone,
  }: Pick<ToolSettings, 'openingHours' | 'isOpeningHoursConfigured' | 'timeZone'>,
): BusinessFacts {
  if (isOpeningHoursConfigured && openingHours)
    return { ...facts, opening_hours: openingHours, ...(timeZone ? { hours_zone: timeZone } : {}) };
  const known = facts.opening_hours ?? openingHours;
  return known === undefined
    ? { ...facts, opening_hours: ASSUMED_OPENING_HOURS, hours_assumed: true }
    : { ...facts, opening_hours: known };
}

/**
 * Reads the business: from the extension `business` where the platform announces it, otherwise from its lists of staff and
 * services. The cache belongs to one credential and is emptied with each change (`search/search-cache.ts`).
 */
export async function readBusinessFacts(context: ToolContext): Promise<StatedFacts> {
  const { searchCache, clock } = context;
  const cache = await searchCache.open();
  const now = clock.monotonic();
  const cached = cache.get(CACHE_KEY) as Cached | undefined;
  if (cached && now < cached.until) return cached.facts;
  const generation = cache.generation();
  const business = await readBusiness(context);
  const facts = business ? statedFacts(business) : await listedFacts(context);
  cache.set(CACHE_KEY, { facts, until: now + CACHED_MS } satisfies Cached, generation);
  return facts;
}

function statedFacts({ fields }: Read<typeof BusinessRecord>): StatedFacts {
  const { time_zone: zone } = fields;
  const staff = (fields.staff ?? []).filter(({ active }) => active).slice(0, MAX_STAFF);
  const services = (fields.services ?? []).slice(0, MAX_SERVICES);
  return {
    ...(fields.name ? { name: fields.name } : {}),
    ...(zone && isTimeZone(zone) ? { time_zone: zone } : {}),
    ...(fields.opening_hours ? { opening_hours: fields.opening_hours.join('; ') } : {}),
    closures: fields.closures ?? [],
    special_hours: fields.special_hours ?? [],
    staff: staff.map(({ id, name, opening_hours: hours, time_off }) => ({
      id,
      name,
      ...(hours ? { opening_hours: hours.join('; ') } : {}),
      time_off,
    })),
    services: services.map(({ id, name, duration, buffer_before, buffer_after }) => ({
      id,
      name,
      ...minutesOf('duration_minutes', duration),
      ...minutesOf('buffer_before_minutes', buffer_before),
      ...minutesOf('buffer_after_minutes', buffer_after),
    })),
  };
}

function minutesOf(name: keyof AgendaService, text: string | undefined): Partial<AgendaService> {
  const minutes = text === undefined ? undefined : parseMinutes(text);
  return minutes === undefined ? {} : { [name]: minutes };
}

async function listedFacts(context: ToolContext): Promise<StatedFacts> {
  const { api, clock, extensions, signal } = context;
  const staff: PersonFacts[] = [];
  const readStaff = async () => {
    if (!(await extensions.has('staff', signal))) return;
    await scan(
      (query) => api.listStaff({ query, signal }),
      ({ fields: { id, name, opening_hours: hours, time_off: absences, active } }) => {
        if (!id || active === false || staff.length >= MAX_STAFF) return;
        const own = hours ? { opening_hours: hours.join('; ') } : {};
        staff.push({ id, name: name ?? id, ...own, time_off: absences ?? [] });
      },
      { clock },
    );
  };
  const [known] = await Promise.all([loadServices(context, signal), readStaff()]);
  const services = [...known.services.values()].slice(0, MAX_SERVICES);
  return {
    ...NO_FACTS,
    staff,
    services: services.map(({ id, name, minutes }) => ({
      id,
      name: name ?? id,
      ...(minutes === undefined ? {} : { duration_minutes: minutes }),
    })),
  };
}
