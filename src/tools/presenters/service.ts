import type { Read, Service, ServicePrice } from '../../contract/index.ts';
import { omitNullish, provenanceOf } from './record.ts';

/** A price that is not yet in force. */
export type PriceAhead = ServicePrice & { from: string };

/** Returns the prices of a service from later days on, in order; none if the platform does not state them. */
export const pricesAhead = ({ fields }: Read<typeof Service>, today: string): PriceAhead[] =>
  (fields.prices ?? []).filter((price): price is PriceAhead => price.from !== null && price.from > today);

/** @param today `2026-11-24` */
export function presentService(read: Read<typeof Service>, today: string) {
  const { missing_fields: _, ...undocumentedFields } = provenanceOf(read);
  const { prices: __, ...fields } = read.fields;
  const ahead = pricesAhead(read, today);
  return { ...omitNullish(fields), ...(ahead.length > 0 ? { price_changes: ahead } : {}), ...undocumentedFields };
}
