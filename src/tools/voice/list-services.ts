import * as z from 'zod';
import { defineTool } from '../core/define.ts';
import { chooseService, readServices, sayOffered } from './business/catalogue.ts';
import type { OfferedService } from './business/offered-service.ts';
import * as field from './core/fields.ts';
import { type Office, openOffice } from './core/office.ts';
import { spokenSentences } from './speech/speech.ts';

/** So few services are each said with length and price. */
const MAX_DESCRIBED = 2;

export const listServices = defineTool({
  name: 'list_services',
  title: 'Services and prices',
  description: `Services, or length and price of one. ${field.SAY_IT}`,
  toolset: 'services',
  effect: 'read',
  scope: 'read:services',
  spoken: true,
  input: () => z.strictObject({ service: field.service().optional() }),
  output: field.spokenOutput,
  async run(input, context) {
    const office = await openOffice(context);
    if (input.service !== undefined) {
      const chosen = await chooseService(input.service, office);
      return { spoken: 'found' in chosen ? describe(chosen.found, office) : chosen.spoken };
    }
    const services = await readServices(office);
    // Also where they are described: they are said in this order.
    const offered = sayOffered(services, office);
    const isShort = services.length > 0 && services.length <= MAX_DESCRIBED;
    return {
      spoken: isShort ? spokenSentences(...services.map((service) => describe(service, office))) : offered,
    };
  },
});

function describe({ name, minutes, cents, currency, ahead }: OfferedService, { speech, today }: Office): string {
  const { phrases } = speech;
  const priceOf = (amount: number | undefined) =>
    amount === undefined || currency === undefined ? undefined : amount === 0 ? 'free' : speech.price(amount, currency);
  const length = minutes && minutes > 0 ? speech.length(minutes) : undefined;
  const later = ahead.map(({ from, price_cents }) => {
    const price = priceOf(price_cents);
    return price && phrases.priceFrom(speech.day(from, today), price);
  });
  return spokenSentences(phrases.service({ name, length, price: priceOf(cents) }), ...later);
}
