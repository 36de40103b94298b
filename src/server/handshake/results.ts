import { META_PREFIX, type ProtocolEra, STATELESS_REVISION } from '../../lib/protocol.ts';
import type { ToolSettings } from '../../tools/core/settings.ts';
import { CACHE_HINTS } from '../cache.ts';
import { capabilitiesFor, serverInfo } from '../capabilities.ts';
import { instructions } from '../instructions.ts';
import { VIEW_CAPABILITIES } from '../views/extension.ts';
import { type Listings, offeredItems } from './listings.ts';

export interface HandshakeOptions {
  listings: Listings;
  settings: ToolSettings;
  /** Whether the server receives events, so that clients can subscribe to resources. */
  withEvents: boolean;
}

/** The key of the items in the result of each list method. */
const LISTS = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;
type List = keyof typeof LISTS;

/** Results of the requests of a handshake, with the members in the order in which the SDK writes them. */
export function handshakeResults({ listings, settings, withEvents }: HandshakeOptions, drawsViews: boolean) {
  const { completions, hasViews, ...items } = offeredItems(listings, settings, drawsViews);
  const offered = {
    resources: items.resources.length + items.resourceTemplates.length > 0,
    subscriptions: withEvents,
    prompts: items.prompts.length > 0,
    channel: settings.channel === true,
  };
  const info = serverInfo(settings.version);
  const capabilities = {
    ...capabilitiesFor(offered),
    ...(completions ? { completions: {} } : {}),
    ...(hasViews ? VIEW_CAPABILITIES : {}),
  };
  const text = instructions(settings, items.tools);
  const ofEra = (era: ProtocolEra, method: List | 'server/discover', result: object) =>
    era === '2025'
      ? result
      : { ...result, resultType: 'complete', ...CACHE_HINTS[method], _meta: { [`${META_PREFIX}serverInfo`]: info } };
  return {
    initialize: (protocolVersion: string) => ({ protocolVersion, capabilities, serverInfo: info, instructions: text }),
    discover: () =>
      ofEra('2026', 'server/discover', { supportedVersions: [STATELESS_REVISION], capabilities, instructions: text }),
    /** Undefined if the server has no such method. */
    list(method: string, era: ProtocolEra): object | undefined {
      if (!isList(method)) return undefined;
      if (method === 'prompts/list' && !offered.prompts) return undefined;
      if (method.startsWith('resources/') && !offered.resources) return undefined;
      return ofEra(era, method, { [LISTS[method]]: items[LISTS[method]] });
    },
  };
}

function isList(method: string): method is List {
  return Object.hasOwn(LISTS, method);
}
