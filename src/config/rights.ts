import type { ToolSettings } from '../tools/core/settings.ts';
import type { Restrictions } from '../transport/auth/headers.ts';
import type { Principal } from '../transport/auth/principal.ts';

/** The permissions that a request can have: groups of tools, and whether writes are excluded. */
export type Permissions = Pick<ToolSettings, 'toolsets' | 'readOnly'>;

/** Returns the intersection of the operator's configuration, the caller's limits and the request's restrictions. */
export function effectivePermissions(
  configured: Permissions,
  principal: Pick<Principal, 'toolsets' | 'readOnly'>,
  requested: Restrictions,
): Permissions {
  const allows = (names: readonly string[] | undefined, name: string) => names?.includes(name) ?? true;
  return {
    toolsets: configured.toolsets.filter(
      (name) => allows(principal.toolsets, name) && allows(requested.toolsets, name),
    ),
    readOnly: configured.readOnly || principal.readOnly || requested.readOnly,
  };
}
