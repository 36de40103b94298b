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

it('calls of strangers with the id of a call in which the customer booked stay, by their time or their number', async () => {
  const { salon, source, key } = erasing;
  const stranger = { phone: '+12125550199', summary: 'Asks for a perm.' };
  await importCall(erasing, { ...endedCall('c-8', stranger), started_at: '2025-01-07T15:00:00Z', event: undefined });
  await source.send(endedCall('c-9', { ...stranger, started_at: new Date().toISOString() }));
  const booked = await erasing.book({ contact: VIOLET }, 'c-8');
  const again = await erasing.book({ contact: VIOLET }, 'c-9');
  await source.send(endedCall('c-8', { ...REPORT, phone: null, started_at: new Date().toISOString() }));
  for (const { id } of [booked, again]) await salon.cancel(id);
  expect((await erasing.erased(booked.contact_id)).erased.calls).toBe(1);
  const { body } = await salon.send('GET', '/v1/calls', { key });
  const calls = (body.data as unknown as { call_reference: string | null }[]).filter((call) => call.call_reference);
  expect(calls).toMatchObject([{ phone: null, summary: null }, stranger, stranger]);
});
