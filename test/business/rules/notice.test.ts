import { describe, expect, it } from 'vitest';
import { startFriday } from './support/friday.ts';
import { booked, refusal } from './support/open-practice.ts';

const { at, book, next, open, practice } = startFriday();

describe('notice', () => {
  it('counts all hours unless the rules say otherwise', async () => {
    await open({ rules: { minimum_notice: '2h' }, opening_hours: 'daily 08:00-22:00' });
    expect(refusal(await book('11-06 17:59'))).toEqual({ error: 'too_soon', next: next('11-06 18:00') });
    booked(await book('11-06 18:00'));
  });

  it('counts opening hours over a weekend, so that Monday 09:00 cannot be booked on Friday evening', async () => {
    await open({ rules: { minimum_notice: '3h', notice_counts: 'opening_hours' } });
    // An hour is left on Friday, two are on Monday.
    const answer = await book('11-09 09:00');
    expect(refusal(answer)).toEqual({ error: 'too_soon', next: next('11-09 10:00') });
    expect(answer.body.message).toContain('at present from Monday 2026-11-09 10:00 (America/Phoenix) on');
    booked(await book('11-09 10:00'));
    practice().setClock(Date.parse(at('11-08 03:00')));
    expect(refusal(await book('11-09 10:59')).error).toBe('too_soon');
    booked(await book('11-09 11:00'));
  });

  it('skips closures and counts the special hours of everybody', async () => {
    await open({
      rules: { minimum_notice: '3h', notice_counts: 'opening_hours' },
      closures: [{ from: '2026-11-09' }],
      special_hours: [
        { from: '2026-11-07', hours: '09:00-10:00' },
        { from: '2026-11-08', hours: '09:00-17:00', staff: ['ana'] },
      ],
    });
    expect(refusal(await book('11-10 08:30'))).toEqual({ error: 'too_soon', next: next('11-10 09:00') });
  });

  it('can be set for one service, also to none', async () => {
    await open({
      rules: { minimum_notice: '2d' },
      services: [
        { id: 'cut', duration: '30m' },
        { id: 'wash', duration: '30m', minimum_notice: '0m' },
      ],
    });
    expect(refusal(await book('11-06 16:30')).error).toBe('too_soon');
    booked(await book('11-06 16:30', { service: 'wash' }));
  });

  it('refuses everything if no opening hours are ahead, and says why', async () => {
    await open({
      rules: { minimum_notice: '3h', notice_counts: 'opening_hours' },
      closures: [{ from: '2026-11-06', to: '2199-12-31' }],
    });
    const answer = await book('11-10 09:00', { override: ['closed', 'outside_hours'] });
    expect(refusal(answer)).toEqual({ error: 'too_soon', next: undefined });
    expect(answer.body.message).toContain('there are none ahead');
    const { body } = await practice().availability({
      service_id: 'cut',
      from: next('11-09 00:00'),
      to: next('11-12 00:00'),
    });
    expect(body.data).toMatchObject({ free: [], earliest_start_time: '9999-01-01T00:00:00Z' });
  });
});

describe('the limits that availability states', () => {
  it('a business without notice and booking window has neither an earliest nor a latest start', async () => {
    await open({});
    const { body } = await practice().availability({
      service_id: 'cut',
      from: next('11-06 16:00'),
      to: next('11-07 00:00'),
    });
    expect(body.data).toMatchObject({ earliest_start_time: null, latest_start_time: null });
  });

  it('notice and booking window are stated as the first and the last start', async () => {
    await open({ rules: { minimum_notice: '2h', booking_window: '3d' } });
    const { body } = await practice().availability({
      service_id: 'cut',
      from: next('11-06 16:00'),
      to: next('11-07 00:00'),
    });
    expect(body.data).toMatchObject({
      earliest_start_time: next('11-06 18:00'),
      latest_start_time: next('11-09 16:00'),
    });
  });
});

describe('the booking window', () => {
  it('ends to the minute, and offers no start beyond it', async () => {
    await open({ rules: { booking_window: '3d' }, opening_hours: 'daily 00:00-24:00' });
    const refused = await book('11-09 16:01');
    expect(refusal(refused)).toEqual({ error: 'too_far', next: undefined });
    expect(refused.body.message).toBe(
      'cut can be booked only up to Monday 2026-11-09 16:00 (America/Phoenix) at present. Choose another time.',
    );
    await practice().change({ opening_hours: 'Mon-Fri 09:00-17:00' });
    expect(refusal(await book('11-22 03:00')).error).toBe('too_far');
    expect(refusal(await book('11-22 03:00', { override: ['too_far'] })).error).toBe('outside_hours');
    await practice().change({ opening_hours: 'daily 00:00-24:00' });
    expect(await practice().free('cut', at('11-09 15:00'), at('11-10 15:00'))).toEqual(
      ['15:00', '15:15', '15:30', '15:45', '16:00'].map((time) => `11-09 ${time}`),
    );
    booked(await book('11-09 16:00'));
  });
});
