/** Creates contacts in the database of the first argument until killed. Prints the id of each acknowledged contact. */
import { openPlatform } from '../../../src/platform/index.ts';
import { processClient } from './client.ts';
import { smallBusiness } from './fixture.ts';

const platform = await openPlatform({ database: process.argv[2] ?? '', business: smallBusiness() });
const key = platform.issueProcessKey().reveal();
const send = processClient(platform.fetch);
for (;;) {
  const { body } = await send('POST', '/v1/contacts', { key, body: { name: 'Acknowledged' } });
  console.log(body.data.id);
}
