import { afterEach, beforeEach, expect, it } from 'vitest';
import { addGenericSource, endedCall } from '../../voice/support/generic-source.ts';
import { dump, type ErasingSalon, importCall, openErasingSalon, REPORT, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

const bodies = async (text: string) =>
  (await dump(erasing.salon.database)).filter((row) => row.startsWith('call_reports ') && row.includes(text));

it('reports of a call with the same id of another source stay, after an erasure and after later reports', async () => {
  const { salon, source: ofAnn } = erasing;
  const ofBen = await addGenericSource(salon.platform, salon.url, 'back office');
  const ann = await erasing.contact({ name: 'Ann', phone: '+15550100166' });
  await erasing.contact({ name: 'Ben', phone: '+15550100167' });
  const callOf = (phone: string, summary: string) => endedCall('same-1', { phone, summary });
  await ofAnn.send(callOf('+15550100166', 'Ann has a question.'));
  await ofBen.send(callOf('+15550100167', 'Ben has a question.'));
  expect((await erasing.erased(ann)).erased).toMatchObject({ calls: 1, reports: 1 });
  await ofAnn.send(callOf('+15550100166', 'Ann has another question.'));
  expect(await bodies('Ann has')).toEqual([]);
  expect(await bodies('Ben has')).toHaveLength(1);
});

/** The calls that a source or a file reported, newest first. */
async function reportedCalls(): Promise<object[]> {
  const { body } = await erasing.salon.send('GET', '/v1/calls', { key: erasing.key });
  return (body.data as unknown as { call_reference: string | null }[]).filter((call) => call.call_reference);
}

it('calls of strangers with the id of a call in which the customer booked stay, by their time or their number', async () => {
  const { salon, source } = erasing;
  const stranger = { phone: '+12125550199', summary: 'Asks for a perm.' };
  const other = await addGenericSource(salon.platform, salon.url, 'back office');
  await importCall(erasing, { ...endedCall('c-8', stranger), started_at: '2025-01-07T15:00:00Z', event: undefined });
  const booked = await erasing.book({ contact: VIOLET }, 'c-8');
  const again = await erasing.book({ contact: VIOLET }, 'c-9');
  const started_at = new Date().toISOString();
  await other.send(endedCall('c-9', { ...stranger, started_at }));
  await source.send(endedCall('c-8', { ...REPORT, phone: null, started_at }));
  await source.send(endedCall('c-9', { ...REPORT, started_at }));
  for (const { id } of [booked, again]) await salon.cancel(id);
  expect((await erasing.erased(booked.contact_id)).erased.calls).toBe(2);
  const erased = { phone: null, summary: null };
  expect(await reportedCalls()).toMatchObject([erased, erased, stranger, stranger]);
});

it('the call in which the customer booked is erased also if it came from a number of another person', async () => {
  const { salon, source } = erasing;
  const { id, contact_id } = await erasing.book({ contact: VIOLET }, 'c-7');
  const started_at = new Date().toISOString();
  const call = endedCall('c-7', { ...REPORT, phone: '+12125550123', started_at });
  await source.send(call);
  // A file of the same system has it, too.
  await importCall(erasing, { ...call, event: undefined });
  await salon.cancel(id);
  expect((await erasing.erased(contact_id)).erased).toMatchObject({ calls: 2, reports: 1 });
  const erased = { phone: null, summary: null };
  expect(await reportedCalls()).toMatchObject([erased, erased]);
  expect(await bodies('saffron')).toEqual([]);
});

it('a report without a time is that of an erased call with its id of another source only if it arrives near its time', async () => {
  const { salon, source } = erasing;
  const violet = await erasing.contact(VIOLET);
  for (const [reference, started_at] of [
    ['17', '2025-01-07T15:00:00Z'],
    ['18', new Date().toISOString()],
  ]) {
    await source.send(endedCall(String(reference), { ...REPORT, started_at }));
  }
  expect((await erasing.erased(violet)).erased.calls).toBe(2);
  const other = await addGenericSource(salon.platform, salon.url, 'back office');
  const stranger = { phone: '+12125550199', summary: 'Ben wants a perm.' };
  for (const reference of ['17', '18']) {
    await other.send({ event: 'ended', call_id: reference, duration_seconds: 10, ...stranger });
  }
  expect((await reportedCalls()).filter((call) => 'summary' in call && call.summary)).toMatchObject([stranger]);
});
