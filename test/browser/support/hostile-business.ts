import type { DemoBusiness } from '../../../src/platform/index.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { manualClock } from '../../support/clock.ts';
import { HOSTILE, imitationsOf } from './hostile-corpus.ts';

/** In each imitation, so that it is found wherever a page writes it. */
export const MARK = 'qzx';

/** Words of the dashboard, each with the mark. */
const IMITATED = ['Sign out', 'Cancel appointment…', 'Yes, revoke it', 'Copy the API key now.', 'Works', 'API keys'];

/** Hostile texts, and imitations of words of the dashboard. */
const TEXTS = [...Object.values(HOSTILE), ...IMITATED.flatMap((words) => imitationsOf(`${words} ${MARK}`))];

/** People who perform services: the last texts, which are imitations. */
const STAFF = 24;

export const HOSTILE_OWNER = 'owner.hostile@example.com';

/** Fills a database with a business in which every name, note, summary and transcript is hostile. The clock is at `at`. */
export async function seedHostileBusiness(database: string, at: string, password: string): Promise<void> {
  const platform = await openPlatform({
    database,
    business: hostileBusiness(at),
    clock: manualClock(at),
    deliveries: false,
  });
  await platform.users.setPassword(HOSTILE_OWNER, password);
  const some = [...TEXTS.slice(0, 12), ...TEXTS.slice(-26)];
  for (const name of some) {
    await platform.keys.create({ name, scopes: ['read:services'] }).catch(ignoreRefusal);
    await platform.callSources.add({ vendor: 'generic', name }).catch(ignoreRefusal);
  }
  await platform.close();
}

/** Names that the platform refuses, because they are empty or too long, cannot be shown. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

const text = (index: number) => TEXTS[index % TEXTS.length] as string;
const shorter = (index: number, length = 200) => text(index).slice(0, length);

function hostileBusiness(at: string): DemoBusiness {
  const now = Date.parse(at);
  const atMinute = (minute: number) => new Date(now + minute * 60_000).toISOString().replace('.000Z', 'Z');
  const indices = TEXTS.map((_, index) => index);
  return {
    team: { id: 'team_hostile', name: shorter(TEXTS.length - 1), time_zone: 'America/New_York', default_country: 'US' },
    users: [{ id: 'usr_hostile', email: HOSTILE_OWNER, name: shorter(TEXTS.length - 2), role: 'owner' }],
    staff: indices
      .slice(-STAFF)
      .map((index) => ({ id: `st_${index}`, name: shorter(index), title: shorter(index + 1) })),
    services: indices.map((index) => ({
      id: `sv_${index}`,
      name: shorter(index),
      description: text(index),
      duration_minutes: 30,
      price_cents: 4500,
      currency: 'USD',
      staff_ids: [`st_${TEXTS.length - 1}`],
    })),
    contacts: indices.map((index) => ({
      id: `ct_${index}`,
      name: shorter(index),
      email: `contact.${index}@example.com`,
      phone: null,
      created_at: atMinute(-10_000),
      updated_at: atMinute(-10_000),
    })),
    bookings: indices.map((index) => ({
      id: `bk_${index}`,
      service_id: `sv_${index}`,
      staff_id: `st_${TEXTS.length - 1 - (index % STAFF)}`,
      contact_id: `ct_${index}`,
      contact: { name: shorter(index), email: `contact.${index}@example.com`, phone: null },
      start_time: atMinute(30 * Math.floor(index / STAFF)),
      end_time: atMinute(30 * Math.floor(index / STAFF) + 30),
      status: 'confirmed',
      notes: text(index),
      created_at: atMinute(-10_000),
      updated_at: atMinute(-10_000),
      cancelled_at: null,
    })),
    calls: indices.map((index) => ({
      id: `call_${index}`,
      direction: 'inbound',
      status: 'completed',
      phone: null,
      contact_id: `ct_${index}`,
      started_at: atMinute(-60 - index),
      ended_at: atMinute(-59 - index),
      duration_seconds: 60,
      outcome: shorter(index, 60),
      language: 'en',
      summary: text(index),
      booking_id: `bk_${index}`,
      transcript: TEXTS.slice(index, index + 8).map((said, turn) => ({
        speaker: turn % 2 ? ('receptionist' as const) : ('caller' as const),
        text: said,
        offset_seconds: turn,
      })),
    })),
  };
}
