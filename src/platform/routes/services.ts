import type { Handlers } from '../http/router.ts';
import { listServices } from '../store/services.ts';
import type { RouteContext } from './context.ts';

export function serviceRoutes({ store }: RouteContext): Pick<Handlers, 'listServices'> {
  return {
    listServices: ({ caller, page }) => store.read((db) => listServices(db, caller.teamId, page)),
  };
}
