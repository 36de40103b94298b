import { afterAll, beforeAll, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { openHour } from '../support/open-hours.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** What can still be corrected in bookings that are over or cancelled. */
let session: HttpSession;

beforeAll(async () => {
  session = await startHttp({ RCPT_CONFIRM: 'never' });
});
afterAll(() => session?.close());

const call = (name: string, args: Record<string, unknown>) => session.client.call(name, args);

async function pastBookings() {
  const { data } = await call('list_bookings', { to: 'yesterday', status: 'confirmed', order: 'desc' });
  return data.items as { id: string; service_name: string; staff_name: string; start_local: string }[];
}

it('the person who took a past booking can be corrected, and the answer names both', async () => {
  const [past] = await pastBookings();
  const names = ['Dr. Naomi Whitfield', 'Dr. Rafael Ibarra', 'Keisha Brandt', 'Tomasz Lindqvist'];
  const others = names.filter((name) => name !== past?.staff_name);
  const answers = [];
  for (const staff_id of others) answers.push(await call('update_booking', { booking_id: past?.id, staff_id }));
  const done = answers.findIndex(({ isError }) => !isError);
  expect(done, JSON.stringify(answers)).toBeGreaterThanOrEqual(0);
  const { data, text } = answers[done] as (typeof answers)[number];
  expect(field(data, 'booking')).toMatchObject({ staff_name: others[done], start_local: past?.start_local });
  expect(text).toContain(`it is now with "${others[done]}" instead of "${past?.staff_name}"`);
  for (const { text: refusal } of answers.slice(0, done)) expect(refusal).toContain('has another booking at that time');
});

it('the refusal to move a booking that has ended, or to change its service, says what to do instead', async () => {
  const [, past] = await pastBookings();
  const service_id = past?.service_name === 'Whitening' ? 'svc_cleaning' : 'svc_whitening';
  for (const change of [{ service_id }, { start_time: openHour(71, 2199) }]) {
    const { text, isError, data } = await call('update_booking', {
      booking_id: past?.id,
      ...change,
      outside_hours: true,
      allow_duplicate: true,
    });
    expect(isError, text).toBe(true);
    expect(text).toMatch(/The booking has ended: its time and service cannot be changed.*". Nothing was changed\. /);
    expect(text).toMatch(
      / Book the other appointment with create_booking\. .*update_booking with no_show true alone\.$/,
    );
    expect(data.error).not.toHaveProperty('alternatives');
  }
});

it('the refusal to change a cancelled booking says how to book again', async () => {
  const { data } = await call('list_bookings', { status: 'cancelled' });
  const booking_id = field(data, 'items', 0, 'id');
  expect(booking_id).toBeDefined();
  const { text, isError } = await call('update_booking', { booking_id, notes: 'Came after all' });
  expect(isError).toBe(true);
  expect(text).toMatch(
    /A cancelled booking cannot be changed".* Nothing was changed\. .* book it again with create_booking\./,
  );
  expect(text).not.toContain('Correct what it names');
});

it('the question before a cancellation says that the booking has begun, as its sums would change', async () => {
  const asking = await startHttp({ RCPT_CONFIRM: 'destructive' });
  const question = async (args: Record<string, unknown>) => {
    const { data } = await asking.client.call('list_bookings', { ...args, status: 'confirmed', per_page: 1 });
    const answer = await asking.client.call('cancel_booking', { booking_id: field(data, 'items', 0, 'id') });
    return String(field(answer.data, 'question', 'message'));
  };
  expect(await question({ to: 'yesterday' })).toMatch(/: Cancel the booking "[^?]*\? It has begun already\.$/);
  expect(await question({ from: 'tomorrow' })).toMatch(/: Cancel the booking "[^?]*\?$/);
  await asking.close();
});
