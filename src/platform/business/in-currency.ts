import type { BusinessFile, PrunableList } from '../../contract/index.ts';
import { currencyDigits } from '../../lib/currency.ts';
import type { BusinessDefinition, ServiceDefinition } from './definition.ts';
import type { FileProblem } from './merge-list.ts';
import { pricesBefore } from './new-price.ts';

/**
 * Returns the services with their amounts in the minor unit of the file's currency: 115.00 USD become 115 JPY, and only a new
 * price says otherwise. Amounts that the file replaces or prunes are not converted: they need not be amounts of it.
 */
export function inCurrency(
  { services, currency: previous }: BusinessDefinition,
  currency: string,
  file: BusinessFile,
  today: string,
  { prune, problems }: { prune: ReadonlySet<PrunableList>; problems: FileProblem[] },
): ServiceDefinition[] {
  const [from, to] = [currencyDigits(previous), currencyDigits(currency)];
  if (from === to) return services;
  const declared = new Map(file.services?.map((entry) => [entry.id, entry]));
  const isPruned = ({ id }: ServiceDefinition) =>
    prune.has('services') && file.services !== undefined && !declared.has(id);
  return services.map((service) => {
    if (isPruned(service)) return service;
    const { price_cents: first, price_changes: changes } = service;
    const entry = declared.get(service.id);
    let isExact = true;
    const convert = (cents: number) => {
      const converted = to > from ? cents * 10 ** (to - from) : cents / 10 ** (from - to);
      isExact &&= Number.isSafeInteger(converted);
      return Math.round(converted);
    };
    const isReplaced = replacedDates(service, entry, today, prune.has('price_changes'));
    const converted: ServiceDefinition = {
      ...service,
      price_cents: entry?.price === undefined ? convert(first) : first,
      ...(changes && {
        price_changes: changes.map((change) =>
          isReplaced(change) ? change : { ...change, price_cents: convert(change.price_cents) },
        ),
      }),
    };
    if (!isExact) {
      const message = `the prices of ${service.name} (${service.id}) are no amounts of ${currency}: declare its price and price_changes`;
      problems.push({ path: ['currency'], message });
    }
    return converted;
  });
}

/** Returns whether a stored price from a date on is none after the merge, or another one. */
function replacedDates(
  { price_cents: first, price_changes: changes = [] }: ServiceDefinition,
  entry: NonNullable<BusinessFile['services']>[number] | undefined,
  today: string,
  prune: boolean,
): (change: { from: string }) => boolean {
  const declared = entry?.price_changes;
  const { past } = pricesBefore({ first, changes }, declared ?? [], today);
  const dates = new Set(declared?.map(({ from }) => from));
  const pastDates = new Set(past.changes.map(({ from }) => from));
  return ({ from }) => {
    // A new price replaces those before the list.
    if (pastDates.has(from)) return entry?.price !== undefined;
    return dates.has(from) || (prune && declared !== undefined);
  };
}
