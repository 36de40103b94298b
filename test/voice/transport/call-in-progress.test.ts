import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { callOver, spokenText, startVoiceServer } from '../../support/voice-server.ts';
import { addGenericSource, endedCall } from '../support/generic-source.ts';

it('a caller is known by the id of a call that a source has announced, until the call has ended', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'platform.db');
  const server = await startVoiceServer({ database, numberHeader: 'x-caller-number' });
  const platform = await openPlatform({ database, logger: silentLogger });
  try {
    const source = await addGenericSource(platform, new URL(server.url).origin);
    const callerOf = async (...headers: string[]) => {
      const params = { name: 'say_caller', arguments: {} };
      return spokenText(await callOver(server.url, '2025-06-18', params, ['X-Call-Id', 'call-7', ...headers]));
    };
    expect(await callerOf()).toBe('null/call-7');
    const started = { event: 'started', call_id: 'call-7', phone: '+12125550123', started_at: '2024-01-07T15:00:00Z' };
    expect((await source.send(started)).status).toBe(200);
    expect(await callerOf()).toBe('+12125550123/call-7');
    expect(await callerOf('X-Caller-Number', '(212) 555-0123')).toBe('+12125550123/call-7');
    expect(await callerOf('X-Caller-Number', '+12125550124')).toBe('null/call-7');
    const extension = { ...started, call_id: 'call-8', phone: '+12125550123 x7' };
    expect((await source.send(extension)).status).toBe(200);
    const params = { name: 'say_caller', arguments: {} };
    const answer = await callOver(server.url, '2025-06-18', params, ['X-Call-Id', 'call-8']);
    expect(spokenText(answer)).toBe('null/call-8');
    expect((await source.send(endedCall('call-7'))).status).toBeLessThan(300);
    expect(await callerOf()).toBe('null/call-7');
  } finally {
    await server.close();
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  }
});
