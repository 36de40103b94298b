import { parseMinutes } from '../../../../lib/time/minutes.ts';
import { Said } from '../../../components/said.tsx';
import { durationText } from '../../../lib/moments.ts';
import { pageLocale } from '../../../lib/time.ts';
import { Form } from '../../parts/form.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { ChangeButton, ChangeForm, type ChangeProps } from './change-form.tsx';
import { Names } from './people.tsx';
import { momentOf } from './periods.tsx';
import type { Business, Service, StaffMembers } from './records.ts';
import { priceToday, ServiceFields, serviceChanges } from './service-form.tsx';

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

function ServiceTable({ business, services, staff, form, apply }: ServicesProps) {
  return (
    <RecordTable
      caption="Services"
      isCaptionShown={false}
      columns={[
        {
          heading: 'Service',
          cell: ({ id, name, active }) => (
            <>
              <Said text={name ?? id} />
              {active === false && ' (cannot be booked)'}
            </>
          ),
        },
        { heading: 'Length', cell: ({ duration }) => lengthText(duration) ?? '–' },
        { heading: 'Pause before, after', label: 'Pause', cell: pauses },
        {
          heading: 'Price',
          isNumber: true,
          cell: (service) => <Price of={service} currency={business.currency} today={form.today} />,
        },
        { heading: 'By', cell: (service) => <Names ids={service.staff} staff={staff} /> },
      ]}
      records={services}
      keyOf={({ id }) => id}
      isEnded={({ active }) => active === false}
      actions={
        form.canChange
          ? ({ id, name }) => <ChangeButton form={form} change={`service ${id}`} of={name ?? id} />
          : undefined
      }
      below={(service) =>
        form.shown === `service ${service.id}` && (
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
        )
      }
    />
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

function pauses({ buffer_before: before, buffer_after: after }: Service): string {
  if (!before && !after) return '–';
  return `${lengthText(before) ?? 'none'}, ${lengthText(after) ?? 'none'}`;
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
