import type { RouteContext } from '../routes/context.ts';
import { mergeContacts, planMerge } from '../rules/merge-contacts.ts';
import type { DashboardHandlers } from './router.ts';

/** The merge of two contacts of one customer. */
export function mergeRoutes({ store, clock }: RouteContext): Pick<DashboardHandlers, 'planMerge' | 'mergeContacts'> {
  const requestOf = (team: { id: string }, { contact_id = '', other_id = '' }: Record<string, string>) => ({
    teamId: team.id,
    keptId: contact_id,
    otherId: other_id,
  });
  return {
    async planMerge({ team, params }) {
      const request = requestOf(team, params);
      const plan = await store.read((db) => planMerge(db, request));
      return { contact_id: request.keptId, other_id: request.otherId, ...plan };
    },
    async mergeContacts({ team, params, body }) {
      const request = requestOf(team, params);
      const moved = await store.write((tx) => mergeContacts(tx, request, body, clock.now()), { team: team.id });
      return { contact_id: request.keptId, other_id: request.otherId, ...moved };
    },
  };
}
