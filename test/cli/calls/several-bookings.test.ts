import { beforeAll, expect, it } from 'vitest';
import { bookingsInCalls } from '../../support/bookings-in-calls.ts';
import { useOffice } from '../../support/office.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';

/** An unknown caller books for two people in one call. */
const PHONE = '+12125550123';
const office = useOffice();
let callId: string;
let booked: string[];

beforeAll(async () => {
  const { platform } = office.platform;
  const { book, send } = await bookingsInCalls(office.platform);
  booked = [await book('c-1', 'Ana Díaz', PHONE), await book('c-1', 'Eva Díaz', PHONE)];
  const report = { event: 'ended' as const, call_id: 'c-1', phone: PHONE, duration_seconds: 60, turns: [] };
  await platform.calls.importBatch([{ ...report, ended_at: new Date().toISOString() }] as never, { dryRun: false });
  callId = (await send<{ id: string }[]>('GET', 'calls?query=c-1'))[0]?.id ?? '';
});

it('rcpt-mcp calls show lists all bookings of a call, with their customers if these differ', async () => {
  const args = ['calls', 'show', callId, '--database', office.platform.database];
  const { stdout } = await runProgram(args, cleanEnvironment(temporaryFolder()));
  const [own, child] = booked;
  const when = '\\w+day \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d, ';
  expect(stdout).toMatch(new RegExp(`^  booking      ${own}: \\S.*, for Ana Díaz, ${when}`, 'm'));
  expect(stdout).toMatch(new RegExp(`^  booking      ${child}: \\S.*, for Eva Díaz, ${when}`, 'm'));
  expect(stdout).toContain('  outcome      booked\n');
  expect(stdout).toContain(`  with         ${PHONE}\n`);
});

it('get_call has the ids of all bookings of a call, and no name of a caller who booked for several people', async () => {
  const { data } = await office.mustCall('get_call', { call_id: callId });
  expect(data.call).toMatchObject({ outcome: 'booked', booking_id: booked[1], booking_ids: booked, phone: PHONE });
  expect(data.call).not.toHaveProperty('contact_name');
});

it('get_call has one id of a booking where there is only one', async () => {
  const { data: calls } = await office.mustCall('list_calls', { outcome: 'booked' });
  const other = (calls.items as { id: string }[]).find(({ id }) => id !== callId);
  const { data } = await office.mustCall('get_call', { call_id: other?.id });
  expect(data.call).toHaveProperty('booking_id');
  expect(data.call).not.toHaveProperty('booking_ids');
});
