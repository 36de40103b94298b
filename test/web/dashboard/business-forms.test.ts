import { describe, expect, it } from 'vitest';
import { personChanges } from '../../../src/web/dashboard/pages/business/person-form.tsx';
import { serviceChanges } from '../../../src/web/dashboard/pages/business/service-form.tsx';

const staff = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];
const business = { currency: 'USD', time_zone: 'America/New_York' };
const service = {
  id: 'cut',
  name: 'Cut',
  duration: '30m',
  price: 35,
  buffer_after: '5m',
  staff: ['ana'],
  active: true,
};
/** The form of the service as it is shown. */
const shown = { name: 'Cut', duration: '30m', price: '35.00', buffer_before: '', buffer_after: '5m', description: '' };
const checked = { 'staff ana': 'on', active: 'on' };
const changesOf = (values: Record<string, string>, currency = 'USD') =>
  serviceChanges({ ...shown, ...checked, ...values }, { service, staff, business: { ...business, currency } });

describe('the form of a service', () => {
  it('sends nothing that was not changed', () => {
    expect(changesOf({})).toEqual({});
  });

  it.each([
    [{ price: '40' }, { price: 40 }],
    [{ price: '40,5' }, { price: 40.5 }],
    [{ price: '0' }, { price: 0 }],
    [{ price_from: '2199-04-01' }, { price: 35, price_from: '2199-04-01' }],
    [
      { price: '40', price_from: '2199-04-01' },
      { price: 40, price_from: '2199-04-01' },
    ],
    [{ buffer_after: '' }, { buffer_after: 'none' }],
    [{ buffer_before: '10m' }, { buffer_before: '10m' }],
    [{ name: ' Short cut ' }, { name: 'Short cut' }],
    [{ 'staff ben': 'on' }, { staff: ['ana', 'ben'] }],
  ])('sends %j as %j', (values, changes) => {
    expect(changesOf(values)).toEqual(changes);
  });

  it.each(['1,180', '1.180', '$40', '-1', '40.00 USD'])('refuses the price %s, which can be misread', (price) => {
    expect(() => changesOf({ price })).toThrow(/such as 1180\.00/);
  });

  it('takes as many decimals as the currency has', () => {
    expect(changesOf({ price: '40.125' }, 'KWD')).toEqual({ price: 40.125 });
    expect(() => changesOf({ price: '40.5' }, 'JPY')).toThrow(/such as 1180\./);
  });

  it('refuses a price that was removed', () => {
    expect(() => changesOf({ price: ' ' })).toThrow(/Write 0/);
  });

  it('takes a service out of booking, and away from its last person', () => {
    expect(serviceChanges(shown, { service, staff, business })).toEqual({ active: false, staff: [] });
  });

  it('leaves a new service to everyone, unless a person is not checked', () => {
    const values = { name: 'Color', duration: '1h', 'staff ana': 'on' };
    expect(serviceChanges({ ...values, 'staff ben': 'on' }, { staff, business })).toEqual({
      name: 'Color',
      duration: '1h',
    });
    expect(serviceChanges(values, { staff, business })).toMatchObject({ staff: ['ana'] });
  });
});

describe('the form of a person', () => {
  const services = [service, { id: 'talk', name: 'Talk' }];
  const person = { id: 'ben', name: 'Ben', title: 'Barber', opening_hours: ['Mon 08:00-12:00'] };
  const values = { name: 'Ben', title: 'Barber', hours: 'Mon 08:00-12:00\n', 'service talk': 'on', active: 'on' };

  it('sends nothing that was not changed', () => {
    expect(personChanges(values, services, person)).toEqual({});
  });

  it('sends the whole list of services, and no hours for those of the business', () => {
    expect(personChanges({ ...values, hours: ' ', 'service cut': 'on' }, services, person)).toEqual({
      opening_hours: [],
      services: ['cut', 'talk'],
    });
  });

  it('adds a person who performs what everyone performs', () => {
    expect(personChanges({ name: 'Cleo', title: '', hours: '', 'service talk': 'on' }, services)).toEqual({
      name: 'Cleo',
    });
  });
});
