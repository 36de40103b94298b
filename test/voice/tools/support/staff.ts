import { onTestFinished } from 'vitest';
import { practice } from '../../../business/support/practice.ts';
import { CALLER, openVoiceOffice } from './office.ts';

/** Opens a practice for a test, where these people clean, and returns what a caller who asks for one of them hears. */
export async function openWithStaff(names: readonly string[], language = 'en-GB') {
  const staff = names.map((name, index) => ({ id: `person${index}`, name }));
  const services = practice().services?.slice(0, 1) ?? [];
  const office = await openVoiceOffice(
    { language },
    { staff, services: services.map((service) => ({ ...service, staff: staff.map(({ id }) => id) })) },
  );
  onTestFinished(() => office.close());
  const args = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
  return async (said: string) => (await office.as(CALLER)('create_booking', { ...args, staff: said })).text;
}
