import { afterEach, beforeEach, expect, it } from 'vitest';
import { addGenericSource, endedCall } from '../../voice/support/generic-source.ts';
import { dump, type ErasingSalon, openErasingSalon } from '../support/violet.ts';

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
