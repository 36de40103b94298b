/**
 * The embedded platform of a source tree over HTTP, with a business of 20 people, on a new database:
 * `platform.ts TREE DATABASE`. Prints the URL and an API key.
 */
import { join } from 'node:path';
import type * as LoggerModule from '../../src/lib/logging/logger.ts';
import type * as PlatformModule from '../../src/platform/index.ts';
import type * as ServeModule from '../../src/platform/serve.ts';

const [tree = '', database = ''] = process.argv.slice(2);
const { openPlatform } = (await import(join(tree, 'src/platform/index.ts'))) as typeof PlatformModule;
const { servePlatform } = (await import(join(tree, 'src/platform/serve.ts'))) as typeof ServeModule;
const { silentLogger } = (await import(join(tree, 'src/lib/logging/logger.ts'))) as typeof LoggerModule;

const PEOPLE = 20;
const staff = Array.from({ length: PEOPLE }, (_, index) => ({ id: `stf_${index}`, name: `Staff ${index}`, title: '' }));
const services = staff.map(({ id }, index) => ({
  id: `svc_${index}`,
  name: `Service ${index}`,
  description: null,
  duration_minutes: 30,
  price_cents: 5_000,
  currency: 'USD',
  // Three people perform each service, so that booking has a choice.
  staff_ids: [id, `stf_${(index + 1) % PEOPLE}`, `stf_${(index + 2) % PEOPLE}`].sort(),
}));
const team = { id: 'team_bench', name: 'Bench', time_zone: 'UTC', default_country: 'US' };
const users = [{ id: 'usr_bench', email: 'bench@example.com', name: 'Bench', role: 'owner' as const }];
const business = { team, users, staff, services, contacts: [], bookings: [], calls: [] };

const platform = await openPlatform({ database, business });
const server = await servePlatform(platform, { host: '127.0.0.1', port: 0, logger: silentLogger });
const { key } = await platform.keys.create({ name: 'bench', scopes: ['read:bookings', 'write:bookings'] });
console.log(JSON.stringify({ url: server.url, key: key.reveal() }));
process.on('SIGTERM', async () => {
  await server.close();
  await platform.close();
  process.exit(0);
});
