import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { manualClock } from '../../support/clock.ts';
import { type ListedPlatform, startListedPlatform } from '../../support/listed-platform.ts';
import { CALLER, callAs, OTHER_CALLER, type VoiceOptions, voiceServices } from './support/office.ts';

/** Records of other platforms, whose numbers and names can be any text: only what is certainly the caller's counts. */
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const OWN = CALLER.phone as string;
const NOTHING = /^I find no appointment ahead/;
const NO_MATCH = /^I cannot match that/;

/** Opens a platform with one appointment for each contact, which has the id `ct_0`, `ct_1` and so on. */
async function open(contacts: readonly JsonObject[], options: VoiceOptions = {}) {
  const platform = await startListedPlatform();
  closing.push(platform.close);
  platform.serve({
    services: [{ id: 'cleaning', name: 'Cleaning', duration_minutes: 30 }],
    contacts: contacts.map((contact, index) => ({ id: `ct_${index}`, ...contact })),
    bookings: contacts.map((contact, index) => ({
      id: `bk_${index}`,
      status: 'confirmed',
      service_id: 'cleaning',
      start_time: `2199-01-1${index}T15:00:00Z`,
      contact_id: `ct_${index}`,
      contact,
    })),
  });
  const env = {
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_DEFAULT_COUNTRY: 'US',
    RCPT_TIME_ZONE: 'UTC',
  };
  const { services, close } = await voiceServices(env, options);
  closing.push(close);
  return { platform, services: { ...services, clock: manualClock('2199-01-07T14:00:00Z') } };
}

const requests = (platform: ListedPlatform) =>
  platform.received.filter(({ path }) => /\/(bookings|contacts)/.test(path)).length;

it.each([
  `${OWN} ext. 7`,
  `${OWN};ext=7`,
  '(303) 555-0101 x12',
  `Mother: ${OWN}`,
  `${OWN} or +13035550199`,
  `+１3035550101`,
])('an appointment whose contact has the number %s is not that of the caller with the number alone', async (phone) => {
  const { services } = await open([{ name: 'Ann Archer', phone }]);
  expect((await callAs(services, CALLER)('list_bookings')).text).toMatch(NOTHING);
});

it.each(['(303) 555-0101', '1-303-555-0101', ` ${OWN} `, `tel:${OWN}`])(
  'an appointment whose contact has the number in the notation %s is that of the caller',
  async (phone) => {
    const { services } = await open([{ name: 'Ann Archer', phone }]);
    expect((await callAs(services, CALLER)('list_bookings')).text).toBe(
      'You have Cleaning on Thursday the 10th at 15:00.',
    );
    expect((await callAs(services, OTHER_CALLER)('list_bookings')).text).toMatch(NOTHING);
  },
);

it('a contact without a name passes no check of the name', async () => {
  const { services } = await open([{ phone: OWN }, { name: '', phone: OWN }, { name: '\u0301', phone: OWN }], {
    callerChecks: ['name'],
  });
  for (const caller_name of ['\u0301', '\u0308\u0301'])
    expect((await callAs(services, CALLER)('list_bookings', { caller_name })).text).toMatch(NO_MATCH);
});

it('a wrong answer to the checks takes as many requests for a number with an appointment as for one without', async () => {
  const { platform, services } = await open([{ name: 'Ann Archer', phone: OWN, date_of_birth: '1980-05-06' }], {
    callerChecks: ['name', 'date_of_birth'],
  });
  const said = { caller_name: 'Ann Archer', date_of_birth: '1980-05-07' };
  await callAs(services, { ...OTHER_CALLER, phone: '+13035550303' })('list_bookings', said);
  const counts = [];
  for (const caller of [CALLER, OTHER_CALLER]) {
    const before = requests(platform);
    expect((await callAs(services, caller)('list_bookings', said)).text).toMatch(NO_MATCH);
    counts.push(requests(platform) - before);
  }
  expect(counts).toEqual([2, 2]);
});
