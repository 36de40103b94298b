import type { LookupFunction } from 'node:net';
import type { buildConnector as Connectors, Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { raceAbort } from '../../lib/concurrency/abort.ts';
import { resolveChecked } from './address.ts';
import type { Address, OutgoingSettings } from './settings.ts';

export interface CheckedClient {
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
}

interface CheckedTarget {
  url: URL;
  signal: AbortSignal;
  /** Checked when the connection is open, just before the request is written: throws if it must not be sent any more. */
  assertMaySend?: () => void;
}

/**
 * Gives `use` a client with a new connection to the host of a URL that others chose, at an address that was checked now
 * (SSRF protection). Closes it afterwards.
 */
export async function withCheckedClient<T>(
  { url, signal, assertMaySend = () => {} }: CheckedTarget,
  settings: OutgoingSettings,
  use: (client: CheckedClient) => Promise<T>,
): Promise<T> {
  const { ca, timeoutMs } = settings;
  // Name resolution itself cannot be cancelled.
  const addresses = await raceAbort(resolveChecked(url, settings), signal);
  const client = new Client(url.origin, {
    connect: checkedConnector({ lookup: fixedLookup(addresses), timeout: timeoutMs, ca }, assertMaySend),
    // The signal ends the request. Connecting has its own timeout, because it continues after the request is aborted.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Sends `Connection: close`.
    pipelining: 0,
  });
  try {
    return await use({ request: (options) => request.call(client, options) });
  } finally {
    // Not awaited: the response has been read.
    void client.destroy().catch(() => {});
  }
}

function checkedConnector(options: Connectors.BuildOptions, assertMaySend: () => void): Connectors.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      try {
        assertMaySend();
      } catch (refusal) {
        socket.destroy();
        return callback(refusal as Error, null);
      }
      callback(null, socket);
    });
}

/** A lookup that returns the checked addresses instead of resolving the name a second time. */
function fixedLookup(addresses: readonly Address[]): LookupFunction {
  return (_name, options, callback) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
