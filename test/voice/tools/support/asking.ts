import { afterEach } from 'vitest';
import type { BusinessFile } from '../../../../src/contract/business.ts';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice } from './office.ts';

/** Offices that are closed after their tests. */
function useOffices() {
  let office: VoiceOffice | undefined;
  afterEach(async () => {
    await office?.close();
    office = undefined;
  });
  return async (language: string, business: Partial<BusinessFile> = {}): Promise<VoiceOffice> => {
    office = await openVoiceOffice({ language }, business);
    return office;
  };
}

/** Offices for tests of what a caller says for a day or a time. Each is closed after its test. */
export function useAskedOffices() {
  const openOffice = useOffices();
  return async function open(language = 'en-GB', business: Partial<BusinessFile> = {}) {
    const opened = await openOffice(language, business);
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

/** More than the answers of one turn take. */
const TURN_MS = 8_000;

/** Offices for tests of several turns of one call, between which time passes. Each is closed after its test. */
export function useTurns() {
  const openOffice = useOffices();
  return async function open(language = 'en-GB') {
    const opened = await openOffice(language);
    const call: Call = async (name, args) => {
      const answer = await opened.as(CALLER)(name, args);
      opened.clock.advance(TURN_MS);
      return answer;
    };
    return {
      call,
      find: async (date: string) => (await call('find_open_times', { service: 'Cleaning', date })).text,
      book: async (start: string, more = {}) =>
        (await call('create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer', ...more })).text,
      move: async (new_start: string, more = {}) => (await call('update_booking', { new_start, ...more })).text,
      wait: (ms: number) => opened.clock.advance(ms),
      /** Books an appointment, as a caller does who says yes. */
      withBooking: (start = '2026-03-06T14:00') =>
        confirmed(call, 'create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer' }),
      starts: async () => (await opened.booked()).map(({ start_time }) => start_time),
    };
  };
}
