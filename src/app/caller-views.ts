import type { Permissions } from '../config/rights.ts';
import {
  fastPathToolsFor,
  resourceUpdates,
  type ServerOptions,
  serverFactory,
  sessionServers,
  spokenToolsFor,
  type View,
  viewHooks,
} from '../server/index.ts';
import { restrictTools, type Selection, type ToolDefinition, type ToolServices } from '../tools/index.ts';
import type { CallerView } from '../transport/auth/authorize.ts';
import type { Credential } from '../transport/auth/credential.ts';
import { missingScopesOf } from '../transport/auth/missing-scopes.ts';
import type { Scopes } from '../transport/auth/principal.ts';
import type { VoiceProfile } from './voice-profile.ts';

/** What a caller view is made of. */
interface CallerViewParts {
  services: ToolServices;
  permissions: Permissions;
  missingScopes: Scopes | undefined;
  credential: Credential;
  /** The views of the program. */
  views: readonly View[] | undefined;
}

const isWrite = (tool: ToolDefinition) => tool.effect !== 'read';

export function fullCallerView(selection: Selection, parts: CallerViewParts): CallerView {
  const options = optionsFor(selection, parts);
  // A token's scopes can change during a session, so a session checks those of each request.
  const requiredScopes: ServerOptions['requiredScopes'] = (tool, auth) =>
    isWrite(tool) ? missingScopesOf(auth) : undefined;
  const { credential, missingScopes } = parts;
  return {
    factory: serverFactory(options),
    ...viewHooks(options),
    fastPathTools: fastPathToolsFor(options),
    updates: resourceUpdates(options.services),
    credential,
    session: { ...credential, ...viewHooks(options), connect: sessionServers({ ...options, requiredScopes }) },
    missingScopes,
  };
}

/** No session, no subscriptions: voice agents open a connection for each request. */
export function voiceCallerView(voice: VoiceProfile | undefined, { services, ...parts }: CallerViewParts): CallerView {
  if (!voice) throw new Error('the voice profile is not configured');
  const settings = { ...services.settings, voice: voice.settings };
  const options = optionsFor(voice.selection, { ...parts, services: { ...services, settings } });
  const { numberHeader } = voice;
  const { credential, missingScopes } = parts;
  return {
    factory: serverFactory(options),
    fastPathTools: fastPathToolsFor(options),
    credential,
    voice: { numberHeader, ...spokenToolsFor(options) },
    missingScopes,
  };
}

function optionsFor(from: Selection, { services, permissions, missingScopes, views }: CallerViewParts): ServerOptions {
  const { offered: tools, hidden } = restrictTools(from, permissions);
  const settings = { ...services.settings, ...permissions };
  return {
    tools,
    views,
    services: { ...services, settings, offered: tools.map((tool) => tool.name), hidden },
    requiredScopes: missingScopes && ((tool) => (isWrite(tool) ? missingScopes : undefined)),
  };
}
