import { expect, it, onTestFinished } from 'vitest';
import { HOUR_MS } from '../../../src/lib/time/units.ts';
import { CALLER, openVoiceOffice } from './support/office.ts';

it('after closing, the next seven days begin tomorrow, so that a Saturday that is over is not taken for the next one', async () => {
  // Saturday, 7 March 2026, 13:30. Summer time begins a day later.
  const office = await openVoiceOffice({}, { opening_hours: ['Mon-Fri 09:00-17:00', '1st,3rd Sat 09:00-12:00'] });
  onTestFinished(() => office.close());
  const hours = async (args = {}) => (await office.as(CALLER)('get_opening_hours', args)).text;
  office.clock.advance(5 * 24 * HOUR_MS);
  expect(await hours()).toMatch(/open Saturday from 9:00 to 12:00/);
  office.clock.advance(3.5 * HOUR_MS);
  expect(await hours()).toMatch(
    /^In the next seven days we are open Monday to Thursday .*\. We are closed Saturday and Sunday\.$/,
  );
  expect(await hours({ date: 'Saturday' })).toBe('On Saturday the 14th we are closed.');
  expect(await hours({ date: 'today' })).toBe('Today we are open from 9:00 to 12:00.');
});
