import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { decorateTransport, type TransportHook } from '../../src/transport/sdk/decorate-transport.ts';

const message = { jsonrpc: '2.0', method: 'ping', params: {} } satisfies JSONRPCMessage;

/** A transport whose sent messages and settings are recorded. */
function innerTransport() {
  const sent: unknown[] = [];
  const settings: unknown[] = [];
  const transport = {
    sessionId: 'session',
    async start() {},
    send(what: JSONRPCMessage, options?: unknown) {
      sent.push([what, options]);
      return Promise.resolve();
    },
    async close() {
      transport.onclose?.();
    },
    setProtocolVersion: (version: string) => void settings.push(version),
    setSupportedProtocolVersions: (versions: string[]) => void settings.push(versions),
    setScopeChallengeResolver: (resolver: unknown) => void settings.push(resolver),
  } as Transport & { setScopeChallengeResolver(resolver: unknown): void };
  return { transport, sent, settings };
}

/** A hook that writes its name down. */
function recordingHook(name: string, log: string[]): TransportHook {
  return {
    onReceive(what, _extra, next) {
      log.push(`${name} received`);
      next(what);
    },
    onSend(what, _options, next) {
      log.push(`${name} sending`);
      return next(what);
    },
    onClose: () => void log.push(`${name} closed`),
    onError: (error) => void log.push(`${name} ${error.message}`),
  };
}

describe('decorateTransport', () => {
  it('passes received messages in the order of the hooks and sent messages in reverse', async () => {
    const { transport, sent } = innerTransport();
    const log: string[] = [];
    const decorated = decorateTransport(transport, [recordingHook('first', log), recordingHook('second', log)]);
    decorated.onmessage = () => void log.push('server received');
    decorated.onclose = () => void log.push('server closed');
    decorated.onerror = () => void log.push('server failed');
    transport.onmessage?.(message);
    await decorated.send(message, { relatedRequestId: 7 });
    transport.onerror?.(new Error('failed'));
    await decorated.close();
    expect(log).toEqual([
      ...['first received', 'second received', 'server received'],
      ...['second sending', 'first sending'],
      ...['first failed', 'second failed', 'server failed'],
      ...['first closed', 'second closed', 'server closed'],
    ]);
    expect(sent).toEqual([[message, { relatedRequestId: 7 }]]);
  });

  it('lets a hook replace or keep a message, and passes its extra information on', () => {
    const { transport } = innerTransport();
    const received: unknown[] = [];
    const replace: TransportHook = {
      onReceive(what, _extra, next) {
        if ('method' in what && what.method === 'ping') next({ ...what, params: { replaced: true } });
      },
    };
    const decorated = decorateTransport(transport, [replace]);
    decorated.onmessage = (...args) => void received.push(args);
    const extra = { authInfo: { token: '', clientId: '', scopes: [] } };
    transport.onmessage?.({ ...message, method: 'kept' }, extra);
    transport.onmessage?.(message, extra);
    expect(received).toEqual([[{ ...message, params: { replaced: true } }, extra]]);
  });

  it('sends to the inner transport before it returns, as the status of HTTP errors depends on it', () => {
    const { transport, sent } = innerTransport();
    void decorateTransport(transport, [recordingHook('only', [])]).send(message);
    expect(sent).toHaveLength(1);
  });

  it('forwards everything else that the SDK asks of a transport', () => {
    const { transport, settings } = innerTransport();
    const decorated = decorateTransport(transport, [{}]) as typeof transport;
    expect(decorated.sessionId).toBe('session');
    expect('setScopeChallengeResolver' in decorated).toBe(true);
    const resolver = () => undefined;
    decorated.setProtocolVersion?.('2025-11-25');
    decorated.setSupportedProtocolVersions?.(['2025-11-25']);
    decorated.setScopeChallengeResolver(resolver);
    expect(settings).toEqual(['2025-11-25', ['2025-11-25'], resolver]);
  });
});
