import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Audit, AuditedEnd } from '../../../src/tools/core/audit-log.ts';
import { type FaultOptions, startFaultProxy } from '../../support/faults.ts';
import { callAs, openVoiceOffice, type VoiceOffice, voiceServices } from './support/office.ts';

/** What the audit log says about changes by telephone. */
let office: VoiceOffice;
let ends: AuditedEnd[] = [];
const audit: Audit = { begin: async () => async (end) => void ends.push(end) };

beforeAll(async () => {
  office = await openVoiceOffice();
  office.services.audit = audit;
});
afterAll(() => office?.close());
beforeEach(() => {
  ends = [];
});

const CLEANING = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer', staff: 'Jin Kim' };
const YES = { ...CLEANING, confirmed: true };

it('a booking whose time was taken between question and yes is not done', async () => {
  const caller = office.as({ phone: '+13035550121', callId: 'taken' });
  await caller('create_booking', CLEANING);
  const contact = { name: 'Someone Else', phone: '+13035550122' };
  const taken = { service_id: 'cleaning', start_time: '2026-03-24T15:00:00Z', staff_id: 'kim', contact };
  const { id } = await office.send('POST', '/bookings', taken);
  expect((await caller('create_booking', YES)).text).toMatch(/^That time is not possible/);
  expect(ends).toEqual([{ outcome: 'not_done' }]);
  await office.send('POST', `/bookings/${id}/cancel`, {});
});

it('simultaneous confirmations of one booking are done once, and the others are repeated', async () => {
  const caller = office.as({ phone: '+13035550123', callId: 'twice' });
  await caller('create_booking', CLEANING);
  await Promise.all([1, 2, 3].map(() => caller('create_booking', YES)));
  const [{ id: recordId } = {}] = await office.booked();
  const outcomes = ends.toSorted((a, b) => Number(a.repeated) - Number(b.repeated));
  expect(outcomes).toEqual([false, true, true].map((repeated) => ({ outcome: 'done', recordId, repeated })));
});

it('a cancellation that the platform refuses names its booking', async () => {
  const { url, apiKey } = office;
  const plan: FaultOptions['plan'] = ({ path }) => (path.endsWith('/cancel') ? '429 before commit' : undefined);
  const proxy = await startFaultProxy({ target: url, plan, lateMs: 0 });
  const { services, close } = await voiceServices({ RCPT_BASE_URL: proxy.url, RCPT_API_KEY: apiKey });
  const caller = callAs({ ...services, clock: office.clock, audit }, { phone: '+13035550123', callId: 'third' });
  await caller('cancel_booking');
  expect((await caller('cancel_booking', { confirmed: true })).isError).toBe(true);
  const [{ id: recordId } = {}] = await office.booked();
  expect(ends).toEqual([{ outcome: 'not_done', recordId, error: 'rate_limited' }]);
  await close();
  await proxy.close();
});
