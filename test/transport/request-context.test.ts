import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { IncomingContext } from '../../src/lib/http/incoming-context.ts';
import { trustedProxies } from '../../src/lib/http/trusted-proxies.ts';

const proxies = trustedProxies(['10.0.0.0/8']);
const contextOf = (remoteAddress: string, headers: Record<string, string | string[]>) =>
  new IncomingContext({ headers, socket: { remoteAddress } } as unknown as IncomingMessage, proxies);
const idOf = (address: string, id: string | string[]) => contextOf(address, { 'x-request-id': id }).id;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

describe('the id of a request', () => {
  it('a trusted proxy determines the id of a request', () => {
    expect(idOf('10.1.2.3', 'req-1:a/b+c=')).toBe('req-1:a/b+c=');
    expect(idOf('::ffff:10.1.2.3', 'req-1')).toBe('req-1');
  });

  it.each([
    ['192.0.2.1', 'req-1'],
    ['10.1.2.3', 'req 1'],
    ['10.1.2.3', 'req-1\n{"level":"error"}'],
    ['10.1.2.3', 'x'.repeat(129)],
    ['10.1.2.3', ''],
    ['10.1.2.3', ['req-1', 'req-2']],
  ])('is a new one if %s sends %j', (address, id) => {
    expect(idOf(address, id)).toMatch(UUID);
  });

  it('a request keeps its generated id, and another request gets another one', () => {
    const context = contextOf('192.0.2.1', {});
    expect(context.id).toBe(context.id);
    expect(context.id).not.toBe(contextOf('192.0.2.1', {}).id);
  });
});

it('the client of a request is the address that a trusted proxy forwards, or that of the connection', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  expect(contextOf('10.1.2.3', forwarded).client).toBe('198.51.100.7');
  expect(contextOf('192.0.2.1', forwarded).client).toBe('192.0.2.1');
});
