import { scan } from '../../api/index.ts';
import { isTimeZone } from '../../lib/locale.ts';
import { areEqualNames } from '../../lib/search/equal-names.ts';
import { createMatcher, normalizeName } from '../../lib/search/text-search.ts';
import { dateIn } from '../availability/business-zone.ts';
import { type PriceAhead, pricesAhead } from '../presenters/service.ts';
import { withoutArticle } from './articles.ts';
import type { Office } from './office.ts';
import { spokenLabel } from './speech.ts';

/** Names in one sentence. */
const MAX_SPOKEN_NAMES = 12;

/** Something with a name that can be spoken. */
export interface Named {
  id: string;
  name: string;
}

/** A service that can be booked. */
export interface OfferedService extends Named {
  minutes: number | undefined;
  cents: number | undefined;
  currency: string | undefined;
  /** From later days on, in order. */
  ahead: readonly PriceAhead[];
  /** Ids of those who perform it; empty if unknown. */
  staffIds: readonly string[];
}

/** Reads the services that have a name. */
export async function readServices({ context, business, zone, now }: Office): Promise<OfferedService[]> {
  const { api, clock, signal } = context;
  const services: OfferedService[] = [];
  const { time_zone: stated } = business?.fields ?? {};
  // The zone of answers can be another one, by the operator's options.
  const today = dateIn(stated && isTimeZone(stated) ? stated : zone, new Date(now).toISOString()) ?? '';
  await scan(
    (query) => api.listServices({ query, signal }),
    (read) => {
      const { fields } = read;
      const name = spokenLabel(fields.name ?? '');
      if (!fields.id || name === '') return;
      services.push({
        id: fields.id,
        name,
        minutes: fields.duration_minutes ?? undefined,
        cents: fields.price_cents ?? undefined,
        currency: fields.currency ?? undefined,
        ahead: pricesAhead(read, today),
        staffIds: fields.staff_ids ?? [],
      });
    },
    { clock },
  );
  return services.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns the records that a spoken name means: the one with this name, or else those whose name has these words, or else
 * those whose whole name is among the words, as in "a cleaning appointment". An article before the name is none of the words.
 */
export function meantBy<T extends { id: string }>(
  text: string,
  records: readonly T[],
  nameOf: (record: T) => string | undefined,
): readonly T[] {
  const [wanted, bare] = [normalizeName(text), withoutArticle(text)];
  const named = (test: (name: string) => boolean) => (record: T) => test(nameOf(record) ?? '');
  const tries = [
    ({ id }: T) => id === text,
    named((name) => normalizeName(name) === wanted),
    named((name) => areEqualNames(name, text)),
    named((name) => areEqualNames(name, bare)),
    named((name) => createMatcher(bare)([name])),
    named((name) => createMatcher(name)([text])),
  ];
  for (const isMeant of tries) {
    const found = records.filter(isMeant);
    if (found.length > 0) return found;
  }
  return [];
}

/** Says what is offered. */
export function offer(services: readonly Named[], { speech: { phrases } }: Office): string {
  if (services.length === 0) return phrases.nothingOffered;
  const names = services.slice(0, MAX_SPOKEN_NAMES).map(({ name }) => name);
  return phrases.offered(names, services.length - names.length);
}

/** A record that was found by its spoken name, or the sentence that asks for another one. */
export type Chosen<T> = { found: T } | { spoken: string };

/**
 * Finds a service by its spoken name. It is looked for among all services, so that the name of one that the business has switched
 * off never leads to another one.
 */
export async function chooseService(text: string, office: Office): Promise<Chosen<OfferedService>> {
  const { phrases } = office.speech;
  const services = await readServices(office);
  const off = office.business?.fields.services?.filter(({ active }) => active === false) ?? [];
  const meant = meantBy<Named>(text, [...services, ...off], ({ name }) => name);
  const [found, ...others] = services.filter((service) => meant.includes(service));
  if (!found) return { spoken: `${phrases.notOffered} ${offer(services, office)}` };
  return others.length === 0 ? { found } : { spoken: phrases.whichOne(namesOf([found, ...others])) };
}

/** The names that one sentence says. */
export const namesOf = (records: readonly Named[]) => records.slice(0, MAX_SPOKEN_NAMES).map(({ name }) => name);
