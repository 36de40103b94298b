import { Said } from '../../../components/said.tsx';
import { browserNow } from '../../../lib/clock.ts';
import { localTime, pageLocale } from '../../../lib/time.ts';
import type { BusinessAnswer } from '../../parts/records.ts';
import type { Business } from './hours.tsx';
import { Names, type StaffMembers } from './people.tsx';
import { momentOf } from './periods.tsx';

type ServiceList = NonNullable<BusinessAnswer['services']>;

interface ServicesProps {
  business: Business;
  services: ServiceList;
  staff: StaffMembers;
}

export function Services({ business, services, staff }: ServicesProps) {
  return (
    <section>
      <h2>Services</h2>
      {services.length === 0 ? (
        <p class="quiet">There is no service yet.</p>
      ) : (
        <ServiceTable business={business} services={services} staff={staff} />
      )}
      <p class="quiet">
        Services and people are changed in the business file (<code>rcpt-mcp business</code>) or by your assistant.
      </p>
    </section>
  );
}

function ServiceTable({ business, services, staff }: ServicesProps) {
  return (
    <div class="cards-when-narrow">
      <table>
        <caption class="visually-hidden">Services</caption>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Length</th>
            <th scope="col">Pause before, after</th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {services.map((service) => (
            <tr key={service.id} class={service.active === false ? 'ended' : undefined}>
              <th scope="row" data-label="Service">
                <Said text={service.name ?? service.id} />
                {service.active === false && ' (cannot be booked)'}
              </th>
              <td data-label="Length">{service.duration ?? '–'}</td>
              <td data-label="Pause">
                {service.buffer_before || service.buffer_after
                  ? `${service.buffer_before ?? 'none'}, ${service.buffer_after ?? 'none'}`
                  : '–'}
              </td>
              <td data-label="Price" class="number">
                <Price of={service} business={business} />
              </td>
              <td data-label="By">
                <Names ids={service.staff} staff={staff} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PriceProps {
  of: ServiceList[number];
  business: Business;
}

/** The price of today, as a booking would have it, and those that are planned. */
function Price({
  of: { price, price_changes: changes = [] },
  business: { currency, time_zone: zone = 'UTC' },
}: PriceProps) {
  const today = localTime(new Date(browserNow()), zone).date;
  const current = changes.findLast(({ from }) => from <= today)?.price ?? price;
  return (
    <div>
      {priceText(current, currency)}
      {changes
        .filter(({ from }) => from > today)
        .map(({ from, price: next }) => (
          <span key={from} class="quiet planned">
            {priceText(next, currency)} from {momentOf(from)}
          </span>
        ))}
    </div>
  );
}

function priceText(price: number | undefined, currency: string | undefined): string {
  if (price === undefined) return '–';
  try {
    return new Intl.NumberFormat(pageLocale(), currency ? { style: 'currency', currency } : {}).format(price);
  } catch {
    return String(price);
  }
}
