import { readFileSync } from 'node:fs';
import { createHandshake, type Listings } from '../../server/handshake/index.ts';
import type { Handshake } from '../../transport/stdio/server.ts';
import { eventSources } from '../config/events.ts';
import { toolSettings } from '../config/platform-profile.ts';
import type { Settings } from '../config/settings.ts';

/** The listings that the build made; undefined where they cannot be read. */
export function readListings(file: string): Listings | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Listings;
  } catch {
    return undefined;
  }
}

/** Answers a client's first requests under these settings; undefined without listings: the server then answers all. */
export function handshakeFor(settings: Settings, listings: Listings | undefined): Handshake | undefined {
  const withEvents = eventSources(settings).length > 0;
  return listings && createHandshake({ listings, settings: toolSettings(settings), withEvents });
}
