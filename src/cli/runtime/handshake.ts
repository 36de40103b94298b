import { readFileSync } from 'node:fs';
import { eventSources } from '../../config/events.ts';
import { toolSettings } from '../../config/platform-profile.ts';
import type { Settings } from '../../config/settings.ts';
import { createHandshake, type Listings } from '../../server/handshake/index.ts';
import type { Handshake } from '../../transport/stdio/server.ts';

/** Reads the listings that the build generated; undefined if the file cannot be read. */
export function readListings(file: string): Listings | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Listings;
  } catch {
    return undefined;
  }
}

/**
 * Creates the handshake that answers a client's first requests before the server is loaded; undefined without listings:
 * the server then answers all requests.
 */
export function handshakeFor(settings: Settings, listings: Listings | undefined): Handshake | undefined {
  const withEvents = eventSources(settings).length > 0;
  return listings && createHandshake({ listings, settings: toolSettings(settings), withEvents });
}
