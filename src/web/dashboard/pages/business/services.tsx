import { Fragment } from 'preact';
import { parseMinutes } from '../../../../lib/time/minutes.ts';
import { Said } from '../../../components/said.tsx';
import { durationText } from '../../../lib/moments.ts';
import { pageLocale } from '../../../lib/time.ts';
import { Form } from '../../parts/form.tsx';
import { ChangeButton, ChangeForm, type ChangeProps } from './change-form.tsx';
import type { Business } from './hours.tsx';
import { Names, type StaffMembers } from './people.tsx';
import { momentOf } from './periods.tsx';
import { priceToday, type Service, ServiceFields, serviceChanges } from './service-form.tsx';

interface ServicesProps extends ChangeProps {
  business: Business;
  services: readonly Service[];
  staff: StaffMembers;
  /** The date of the business: that of its platform, not of this computer. */
  today: string;
}

export function Services({ business, services, staff, today, form, apply }: ServicesProps) {
  return (
    <section>
      <h2>Services</h2>
      {services.length === 0 ? (
        <p class="quiet">There is no service yet.</p>
      ) : (
        <ServiceTable business={business} services={services} staff={staff} today={today} form={form} apply={apply} />
      )}
      <ChangeForm
        form={form}
        change="new service"
        button="Add a service"
        submit="Add the service"
        onSubmit={(values) => apply('add_service', serviceChanges(values, { staff, business }))}
      >
        <ServiceFields staff={staff} business={business} />
      </ChangeForm>
    </section>
  );
}

const COLUMNS = 6;

function ServiceTable({ business, services, staff, today, form, apply }: ServicesProps) {
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
            {form.canChange && (
              <th scope="col">
                <span class="visually-hidden">Action</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {services.map((service) => (
            <Fragment key={service.id}>
              <tr class={service.active === false ? 'ended' : undefined}>
                <th scope="row" data-label="Service">
                  <Said text={service.name ?? service.id} />
                  {service.active === false && ' (cannot be booked)'}
                </th>
                <td data-label="Length">{lengthText(service.duration) ?? '–'}</td>
                <td data-label="Pause">
                  {service.buffer_before || service.buffer_after
                    ? `${lengthText(service.buffer_before) ?? 'none'}, ${lengthText(service.buffer_after) ?? 'none'}`
                    : '–'}
                </td>
                <td data-label="Price" class="number">
                  <Price of={service} currency={business.currency} today={today} />
                </td>
                <td data-label="By">
                  <Names ids={service.staff} staff={staff} />
                </td>
                {form.canChange && (
                  <td>
                    <ChangeButton form={form} change={`service ${service.id}`} of={service.name ?? service.id} />
                  </td>
                )}
              </tr>
              {form.shown === `service ${service.id}` && (
                <tr>
                  <td colSpan={COLUMNS}>
                    <Form
                      submit="Change the service"
                      onCancel={() => form.show(undefined)}
                      onSubmit={(values) =>
                        apply('update_service', {
                          service: service.id,
                          ...serviceChanges(values, { service, staff, business }),
                        })
                      }
                    >
                      <ServiceFields service={service} staff={staff} business={business} />
                    </Form>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PriceProps {
  of: Service;
  currency: string | undefined;
  today: string;
}

/** The price of today, and those that are planned. */
function Price({ of: service, currency, today }: PriceProps) {
  return (
    <div>
      {priceText(priceToday(service), currency)}
      {(service.price_changes ?? [])
        .filter(({ from }) => from > today)
        .map(({ from, price }) => (
          <span key={from} class="quiet planned">
            {priceText(price, currency)} from {momentOf(from)}
          </span>
        ))}
    </div>
  );
}

/** `1 h 30 min` of `1h30m`. */
function lengthText(duration: string | undefined): string | undefined {
  const minutes = duration === undefined ? undefined : parseMinutes(duration);
  return minutes === undefined ? duration : durationText(minutes * 60);
}

function priceText(price: number | undefined, currency: string | undefined): string {
  if (price === undefined) return '–';
  try {
    return new Intl.NumberFormat(pageLocale(), currency ? { style: 'currency', currency } : {}).format(price);
  } catch {
    return String(price);
  }
}
