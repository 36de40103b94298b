import { scopesOf } from '../platform/auth/role-scopes.ts';
import { ALL_TOOLS, ALL_TOOLSETS, type Selection, selectTools, type Toolset } from '../tools/index.ts';

/** All but that of API keys, for which the dashboard has endpoints of its own: its tool needs the operator's session. */
export const DASHBOARD_TOOLSETS: readonly Toolset[] = ALL_TOOLSETS.filter((name) => name !== 'keys');

/** The same for members who are neither owner nor admin. */
export const MEMBER_TOOLSETS: readonly Toolset[] = DASHBOARD_TOOLSETS.filter((name) => name !== 'webhooks');

/**
 * The tools of the dashboard by role. Those that cancel, delete or change the business ask first, whatever `--confirm` says:
 * that is about AI clients, which may have asked their user already.
 */
export function dashboardSelections(readOnly: boolean): { admin: Selection; member: Selection } {
  const admin = selectTools(ALL_TOOLS, { toolsets: DASHBOARD_TOOLSETS, readOnly, confirm: 'destructive' });
  const scopes = scopesOf('member');
  const isForMembers = ({ toolset, scope }: Selection['offered'][number]) =>
    MEMBER_TOOLSETS.includes(toolset) && (scope === null || scopes.includes(scope));
  const denied = admin.offered.filter((tool) => !isForMembers(tool));
  const hidden = denied.map(({ name }) => ({ name, reason: 'it is for owners and admins' }));
  return { admin, member: { offered: admin.offered.filter(isForMembers), hidden: [...admin.hidden, ...hidden] } };
}
