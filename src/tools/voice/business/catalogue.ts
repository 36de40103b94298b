import { scan } from '../../../api/index.ts';
import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { isTimeZone } from '../../../lib/text/locale.ts';
import { dateIn } from '../../availability/business-zone.ts';
import { pricesAhead } from '../../presenters/service.ts';
import type { Named } from '../../search/named.ts';
import { chosen, offerNames } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import { isOnlyPlace } from '../said/said-order.ts';
import { serviceAndDay } from '../said/services/day-behind-service.ts';
import { oneOfEqual, questionNames, serviceOfLength } from '../said/services/equal-services.ts';
import { nearServices } from '../said/services/near-services.ts';
import { saidServices } from '../said/services/services-meant.ts';
import { spokenLabel } from '../speech/spoken-label.ts';
import type { OfferedService } from './offered-service.ts';

/** Names in one sentence. */
export const MAX_SPOKEN_NAMES = 12;

/** Reads the services that have a name. */
export async function readServices(office: Office): Promise<OfferedService[]> {
  const { context, business, zone, now } = office;
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
        staffIds: performersOf(fields.id, fields.staff_ids ?? [], office),
      });
    },
    { clock },
  );
  return services.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A list of services is also empty where its platform does not say who performs them; the business states it. */
function performersOf(id: string, listed: readonly string[], { business }: Office): readonly string[] | undefined {
  const stated = business?.fields.services?.find((service) => service.id === id)?.staff;
  if (stated !== undefined) return stated === 'all' ? undefined : stated;
  return listed.length > 0 ? listed : undefined;
}

/** Says what can be booked, and remembers it for "the second one". */
export function sayOffered(services: readonly Named[], office: Office): string {
  const { phrases } = office.speech;
  if (services.length === 0) return phrases.nothingOffered;
  const names = services.slice(0, MAX_SPOKEN_NAMES).map(({ name }) => name);
  offerNames('service', names, office, services.length > names.length);
  return phrases.offered(names, services.length - names.length);
}

/** A record that was found by its spoken name, or the sentence that asks for another one. */
export type Chosen<T> = { found: T } | { spoken: string };

/** Finds a service by its spoken name, or by its place among those that were offered last. */
export async function chooseService(text: string, office: Office): Promise<Chosen<OfferedService>> {
  const { phrases } = office.speech;
  const services = await readServices(office);
  const off = office.business?.fields.services?.filter(({ active }) => active === false) ?? [];
  const known = { services, all: [...services, ...off] };
  const place = chosen(text, 'service', office)?.id;
  const isName = services.some(({ name }) => areEqualNames(name, text));
  const isPlace = place !== undefined || (isOnlyPlace(text, office.speech.language) && !isName);
  if (!isPlace) {
    const named = namedService(text, known, office);
    if (named) return named;
    // "And for the windows on Friday" continues what was said.
    const { service } = await serviceAndDay(text, office);
    return namedService(service, known, office) ?? notOffered(services, office);
  }
  // "The first" can be a word of a name, too.
  const named = saidServices(text, services, ({ name }) => name).flatMap(({ meant }) => meant);
  const others = namesOf(named).filter((name) => name !== place);
  if (others.length === 0)
    return place === undefined
      ? { spoken: sayOffered(services, office) }
      : (namedService(place, known, office) ?? notOffered(services, office));
  const names = [...(place === undefined ? [] : [place]), ...others];
  offerNames('service', names, office);
  return { spoken: phrases.whichOne(names) };
}

const notOffered = (services: readonly Named[], office: Office) => ({
  spoken: `${office.speech.phrases.notOffered} ${sayOffered(services, office)}`,
});

/** The services that can be booked, and these and those that the business has switched off. */
interface KnownServices {
  services: readonly OfferedService[];
  all: readonly Named[];
}

/**
 * It is looked for among all services, so that the name of one that the business has switched off never leads to another one. A
 * misheard name, and one of two that are said, are only asked about. Undefined if no service is near.
 */
function namedService(
  text: string,
  { services, all }: KnownServices,
  office: Office,
): Chosen<OfferedService> | undefined {
  const { speech } = office;
  const { phrases } = speech;
  const offered = (meant: readonly Named[]) => services.filter((service) => meant.includes(service));
  const said = saidServices(text, all, ({ name }) => name);
  const [first, ...others] = said;
  if (first && others.length === 0) {
    const matching = offered(first.meant);
    const found = matching.length > 0 ? oneOfEqual(text, matching, speech) : serviceOfLength(text, services, speech);
    if (found) return { found };
  }
  const matching = said.map((one) => offered(one.meant.length > 0 ? one.meant : nearServices(one.said, all)));
  const names = questionNames([...new Set(matching.flat())], speech).slice(0, MAX_SPOKEN_NAMES);
  if (names.length === 0) return undefined;
  offerNames('service', names, office);
  if (matching.some((services) => services.length === 0))
    return { spoken: `${phrases.notAllOffered} ${phrases.whichOne(names)}` };
  return { spoken: others.length > 0 && names.length > 1 ? phrases.bookedSeparately(names) : phrases.whichOne(names) };
}

/** The names that one sentence says. */
export const namesOf = (records: readonly Named[]) => records.slice(0, MAX_SPOKEN_NAMES).map(({ name }) => name);
