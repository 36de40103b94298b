import { minorDigits } from '../../../lib/money.ts';
import { oneLine } from '../../../lib/short-text.ts';
import { Area, Check, Checks, Field } from '../../parts/form.tsx';
import type { Business, Service, StaffMembers } from './records.ts';

interface ServiceFieldsProps {
  /** Undefined for a new service. */
  service?: Service;
  staff: StaffMembers;
  business: Business;
}

/** The fields of a form about a service. */
export function ServiceFields({ service, staff, business }: ServiceFieldsProps) {
  const { currency } = business;
  const before = shownValues(service, business);
  return (
    <>
      <Field label="Name" name="name" value={before.name} maxLength={200} isRequired />
      <Field label="Length" name="duration" value={before.duration} hint="Such as 45m or 1h30m." isRequired />
      <Field
        label={currency ? `Price (${currency})` : 'Price'}
        name="price"
        value={before.price}
        hint="Such as 115.00; 0 if it is free of charge."
      />
      {service && <Field label="The price is valid from" name="price_from" type="date" hint="Empty: from now on." />}
      <Field label="Pause before" name="buffer_before" value={before.buffer_before} hint="Such as 10m. Empty: none." />
      <Field label="Pause after" name="buffer_after" value={before.buffer_after} hint="Such as 10m. Empty: none." />
      <Area label="Description" name="description" value={before.description} hint="Callers may hear it." />
      {staff.length > 0 && (
        <Checks
          legend="Who performs it"
          options={staff.map(({ id, name }) => ({
            name: `staff ${id}`,
            label: oneLine(name ?? id),
            isChecked: performs(id, service),
          }))}
        />
      )}
      {service && (
        <Check name="active" isChecked={service.active !== false}>
          It can be booked
        </Check>
      )}
    </>
  );
}

/** A service without a list of people is performed by everyone. */
export const performs = (staffId: string, service: Service | undefined): boolean =>
  service?.staff?.includes(staffId) ?? true;

/** The price of today, as a booking would have it. */
export const priceToday = ({ price, price_today: today = price }: Service): number | undefined => today;

/** The texts of the fields as a service has them. */
const shownValues = (service: Service | undefined, business: Business) => ({
  name: service?.name ?? '',
  duration: service?.duration ?? '',
  price: (service && priceToday(service)?.toFixed(minorDigits(business.currency))) ?? '',
  buffer_before: service?.buffer_before ?? '',
  buffer_after: service?.buffer_after ?? '',
  description: service?.description ?? '',
});

/**
 * Returns the arguments of `add_service` or `update_service` for what the form changed.
 * @throws Error for a price that is no amount, or that was removed
 */
export function serviceChanges(
  values: Record<string, string>,
  { service, staff, business }: ServiceFieldsProps,
): Record<string, unknown> {
  const before = shownValues(service, business);
  const changed = Object.entries(before).flatMap(([name, old]) => {
    const value = (values[name] ?? '').trim();
    return value === old.trim() ? [] : [[name, value] as const];
  });
  const { price, ...texts } = Object.fromEntries(changed);
  for (const name of ['buffer_before', 'buffer_after']) if (texts[name] === '') texts[name] = 'none';
  const from = values.price_from?.trim();
  const performers = staff.map(({ id }) => id).filter((id) => `staff ${id}` in values);
  const isSameStaff = staff.every(({ id }) => performs(id, service) === performers.includes(id));
  const isActive = 'active' in values;
  return {
    ...texts,
    ...(price === undefined && !from ? {} : { price: amountOf(price ?? before.price, business.currency) }),
    ...(from ? { price_from: from } : {}),
    ...(isSameStaff ? {} : { staff: performers }),
    ...(service && isActive !== (service.active !== false) ? { active: isActive } : {}),
  };
}

/** Separators of thousands are refused: 1,180 and 1.180 can be an amount below 2. */
function amountOf(text: string, currency: string | undefined): number {
  if (text === '') throw new Error('A price cannot be removed. Write 0 if the service is free of charge.');
  const digits = minorDigits(currency);
  const fraction = /[.,](\d+)$/.exec(text)?.[1] ?? '';
  if (!/^\d+(?:[.,]\d+)?$/.test(text) || fraction.length > digits) {
    const example = (1_180).toFixed(digits);
    throw new Error(`Price: write the amount without currency and separators of thousands, such as ${example}.`);
  }
  return Number(text.replace(',', '.'));
}
