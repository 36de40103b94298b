import { afterEach } from 'vitest';
import type { BusinessFile } from '../../../../src/contract/business.ts';
import { CALLER, openVoiceOffice, type VoiceOffice } from './office.ts';

/** Offices for tests of what a caller says for a day or a time. Each is closed after its test. */
export function useAskedOffices() {
  let office: VoiceOffice | undefined;
  afterEach(async () => {
    await office?.close();
    office = undefined;
  });
  return async function open(language = 'en-GB', business: Partial<BusinessFile> = {}) {
    const opened = await openVoiceOffice({ language }, business);
    office = opened;
    const call = opened.as(CALLER);
    return {
      call,
      booked: () => opened.booked(),
      find: async (date: string, args = {}) =>
        (await call('find_open_times', { service: 'Cleaning', date, ...args })).text,
      book: async (start: string) =>
        (await call('create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' })).text,
      hours: async (date: string) => (await call('get_opening_hours', { date })).text,
    };
  };
}
