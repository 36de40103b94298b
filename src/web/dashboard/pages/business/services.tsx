import { Fragment } from 'preact';
import { Said } from '../../../components/said.tsx';
import { pageLocale } from '../../../lib/time.ts';
import { Form } from '../../parts/form.tsx';
import { ChangeButton, ChangeForm, type ChangeProps } from './change-form.tsx';
import type { Business } from './hours.tsx';
import { Names, type StaffMembers } from './people.tsx';
import { momentOf } from './periods.tsx';
import { priceToday, type Service, ServiceFields, serviceChanges, todayIn } from './service-form.tsx';

interface ServicesProps extends ChangeProps {
  business: Business;
  services: readonly Service[];
  staff: StaffMembers;
}

export function Services({ business, services, staff, form, apply }: ServicesProps) {
  return (
    <section>
      <h2>Services</h2>
      {services.length === 0 ? (
        <p class="quiet">There is no service yet.</p>
      ) : (
        <ServiceTable business={business} services={services} staff={staff} form={form} apply={apply} />
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

function ServiceTable({ business, services, staff, form, apply }: ServicesProps) {
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
  business: Business;
}

/** The price of today, and those that are planned. */
function Price({ of: service, business }: PriceProps) {
  const { currency } = business;
  return (
    <div>
      {priceText(priceToday(service, business), currency)}
      {(service.price_changes ?? [])
        .filter(({ from }) => from > todayIn(business))
        .map(({ from, price }) => (
          <span key={from} class="quiet planned">
            {priceText(price, currency)} from {momentOf(from)}
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
