import { expect, it } from 'vitest';
import { openPlatform } from '../../src/platform/index.ts';
import { newDatabase } from '../support/engines.ts';
import { startChild } from './support/child.ts';
import { processClient } from './support/client.ts';

it('acknowledged writes survive a killed process, and the next process opens the database normally', async () => {
  const { database, remove } = await newDatabase();
  const children = [startChild('create-contacts.ts', [database]), startChild('create-contacts.ts', [database])];
  const acknowledged: string[] = [];
  for (let count = 0; count < 100; count++) for (const child of children) acknowledged.push(await child.line());
  for (const child of children) child.kill();
  expect(await Promise.all(children.map((child) => child.ended))).toEqual([null, null]);

  const platform = await openPlatform({ database });
  const key = platform.issueProcessKey().reveal();
  const send = processClient(platform.fetch);
  const stored = await Promise.all(acknowledged.map((id) => send('GET', `/v1/contacts/${id}`, { key })));
  expect(stored.every((answer) => answer.status === 200)).toBe(true);
  expect((await send('POST', '/v1/contacts', { key, body: { name: 'After' } })).status).toBe(200);
  let listed = 0;
  for (let page = 1; ; page++) {
    const { data, meta } = (await send('GET', `/v1/contacts?per_page=100&page=${page}`, { key })).body;
    listed += data.length;
    expect(meta.total).toBeGreaterThanOrEqual(acknowledged.length);
    if (!meta.has_more) expect(listed).toBe(meta.total);
    if (!meta.has_more) break;
  }
  await platform.close();
  await remove();
});
