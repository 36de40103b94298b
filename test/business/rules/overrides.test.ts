import { describe, expect, it } from 'vitest';
import { startFriday } from './support/friday.ts';
import { booked, refusal } from './support/open-practice.ts';

const { book, move, next, open, practice } = startFriday();

describe('an override', () => {
  it('leaves a record of the rule and of who decided, only where the rule was violated', async () => {
    await open({ rules: { minimum_notice: '30d' }, closures: [{ from: '2026-11-09', reason: 'Holiday' }] });
    const override = ['closed', 'outside_hours', 'too_soon', 'too_far'];
    const { key, id } = await practice().platform.keys.create({ name: 'front desk', scopes: ['write:bookings'] });
    const body = {
      service_id: 'cut',
      start_time: next('11-09 09:00'),
      contact: { name: 'Nora', phone: '+15550100150' },
    };
    const made = await practice().send('POST', '/v1/bookings', { key: key.reveal(), body: { ...body, override } });
    const by = `API key front desk (${id})`;
    expect(made.body.data.overrides).toEqual([
      { rule: 'closed', by },
      { rule: 'too_soon', by },
    ]);
    expect(booked(await book('11-10 03:00', { override })).overrides).toEqual([
      { rule: 'outside_hours', by: 'rcpt-mcp' },
      { rule: 'too_soon', by: 'rcpt-mcp' },
    ]);
    expect(booked(await book('12-16 09:00', { override })).overrides).toEqual([]);
  });

  it('leaves the other rules in force', async () => {
    await open({ rules: { minimum_notice: '30d' } });
    expect(refusal(await book('11-09 03:00', { override: ['too_soon'] })).error).toBe('outside_hours');
    expect(refusal(await book('11-09 03:00', { override: ['outside_hours'] })).error).toBe('too_soon');
  });

  it('no override allows two bookings of a person at the same time', async () => {
    await open({});
    booked(await book('11-09 09:00'));
    const override = ['closed', 'outside_hours', 'too_soon', 'too_far', 'limit_reached'];
    expect(refusal(await book('11-09 09:15', { override })).error).toBe('slot_unavailable');
    const answer = await book('11-09 09:15', { override: ['slot_unavailable'] });
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  it('gives a booking to a person who is away only if that person is named', async () => {
    await open({ staff: [{ id: 'ana', time_off: [{ from: '2026-11-09' }] }, { id: 'ben' }] });
    expect(booked(await book('11-09 06:00', { override: ['outside_hours'] })).staff_id).toBe('ben');
    expect(refusal(await book('11-09 06:00', { override: ['outside_hours'] })).error).toBe('slot_unavailable');
    expect(booked(await book('11-09 06:00', { staff: 'ana', override: ['outside_hours'] })).staff_id).toBe('ana');
  });

  it('stays with a booking that keeps its time, and goes with a move', async () => {
    await open({ rules: { minimum_notice: '30d' }, staff: [{ id: 'ana' }, { id: 'ben' }] });
    const { id } = booked(await book('11-09 09:00', { staff: 'ana', override: ['too_soon'] }));
    const rules = (record: { overrides?: unknown }) => (record.overrides as { rule: string }[]).map(({ rule }) => rule);
    // Another person takes over on short notice: the time was agreed on before.
    expect(rules(booked(await practice().update(String(id), { staff_id: 'ben' })))).toEqual(['too_soon']);
    expect(refusal(await move(id, '11-09 10:00')).error).toBe('too_soon');
    expect(rules(booked(await move(id, '12-16 10:00')))).toEqual([]);
  });
});

describe('a booking that exists', () => {
  it('stays when the rules change; a change of its time is checked, any other is not', async () => {
    await open({});
    const { id } = booked(await book('11-09 09:00'));
    const plan = await practice().change({
      opening_hours: 'Tue 08:00-12:00',
      closures: [{ from: '2026-11-09' }],
      rules: { minimum_notice: '30d' },
    });
    expect(plan).toMatchObject({ affected_total: 1, affected_bookings: [{ booking_id: id, reason: 'closed' }] });
    const change = { notes: 'Window seat', start_time: next('11-09 09:00'), service_id: 'cut', staff_id: 'ana' };
    expect(booked(await practice().update(String(id), change))).toMatchObject({ ...change, status: 'confirmed' });
    expect(refusal(await move(id, '11-09 09:15'))).toEqual({ error: 'closed', next: next('12-08 08:00') });
    expect(refusal(await move(id, '11-10 08:00')).error).toBe('too_soon');
    expect((await practice().send('GET', `/v1/bookings/${id}`)).body.data.start_time).toBe(next('11-09 09:00'));
    booked(await move(id, '12-08 08:00'));
  });
});
