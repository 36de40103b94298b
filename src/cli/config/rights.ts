import type { ToolSettings } from '../../tools/core/settings.ts';
import type { Restrictions } from '../../transport/auth/headers.ts';
import type { Principal } from '../../transport/auth/principal.ts';

export type Rights = Pick<ToolSettings, 'toolsets' | 'readOnly'>;

/** The intersection of the operator's configuration, the caller's own limits and the request's. */
export function rightsOf(
  configured: Rights,
  principal: Pick<Principal, 'toolsets' | 'readOnly'>,
  asked: Restrictions,
): Rights {
  const has = (names: readonly string[] | undefined, name: string) => names?.includes(name) ?? true;
  return {
    toolsets: configured.toolsets.filter((name) => has(principal.toolsets, name) && has(asked.toolsets, name)),
    readOnly: configured.readOnly || principal.readOnly || asked.readOnly,
  };
}
