import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endedCall } from '../../voice/support/generic-source.ts';
import { dump, type ErasingSalon, NUMBER, ofViolet, openErasingSalon, REPORT, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

/** As a vendor sends what this version does not understand. */
const unknown = (more: object) => ({ event: 'other', data: more });
const bodies = async (text: string) =>
  (await dump(erasing.salon.database)).filter((row) => row.startsWith('call_reports ') && row.includes(text));

describe('an erasure of a customer whose reports belong to no call', () => {
  it('reports of a call that never ended and reports that were not understood are deleted', async () => {
    const { source, salon } = erasing;
    const violet = await erasing.contact(VIOLET);
    await source.send({ event: 'started', call_id: 's-1', phone: NUMBER });
    await source.send(unknown({ from: '+1 (555) 010-0177' }));
    await source.send(unknown({ caller: '555.010.0177', said: 'saffron' }));
    await source.send(unknown({ mail: 'VIOLET@example.org' }));
    await source.send(unknown({ mail: 'violet%40example.org' }));
    await source.send(unknown({ from: '+15550100155' }));
    // A later report of the first call, without the number.
    await source.send({ event: 'started', call_id: 's-1', turns: [{ speaker: 'caller', text: 'Is that saffron?' }] });
    expect((await erasing.erased(violet)).erased).toMatchObject({ calls: 0, reports: 6 });
    expect(await ofViolet(salon.database)).toEqual([]);
    const kept = (await dump(salon.database)).filter((row) => /^call_reports .*"status":"kept"/.test(row));
    expect(kept).toHaveLength(1);
    expect(await bodies('+15550100155')).toHaveLength(1);
  });

  it('reports of the calls of other customers stay', async () => {
    const { source } = erasing;
    const violet = await erasing.contact(VIOLET);
    const turns = [{ speaker: 'caller', text: `My neighbour has the number ${NUMBER}.` }];
    await source.send(endedCall('c-1', { ...REPORT, phone: '+15550100101', turns }));
    expect((await erasing.erased(violet)).erased).toMatchObject({ calls: 0, reports: 0 });
    expect(await bodies(NUMBER)).toHaveLength(1);
  });

  it('reports of the calls of strangers stay, also if they name the customer as the business or in what was said', async () => {
    const { source, salon, key } = erasing;
    const desk = await erasing.contact({ ...VIOLET, name: 'Salon front desk' });
    const stranger = '+12125550199';
    const turns = [{ speaker: 'caller', text: `You call from ${NUMBER}, violet@example.org?` }];
    await source.send({ event: 'started', call_id: 's-1', phone: stranger, business_phone: NUMBER });
    await source.send(endedCall('c-1', { phone: '+12125550188', business_phone: NUMBER, turns }));
    expect((await erasing.erased(desk)).erased).toMatchObject({ calls: 0, reports: 0 });
    expect(await bodies(NUMBER)).toHaveLength(2);

    const ended = endedCall('s-1', { phone: null, started_at: null });
    const { body } = await source.send(ended);
    const { body: call } = await salon.send('GET', `/v1/calls/${body.call_id}`, { key });
    expect(call.data).toMatchObject({ phone: stranger });
  });

  it('reports with a number or an address that another customer has too stay', async () => {
    const { source } = erasing;
    const violet = await erasing.contact(VIOLET);
    await erasing.contact({ ...VIOLET, name: 'Child' });
    await source.send(unknown({ from: NUMBER, mail: VIOLET.email }));
    expect((await erasing.erased(violet)).erased.reports).toBe(0);
    expect(await bodies(NUMBER)).toHaveLength(1);
  });
});
