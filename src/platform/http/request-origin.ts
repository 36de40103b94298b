import type { RequestPeer } from '../../lib/http/request-context.ts';
import type { DashboardServer, SessionCredential } from '../dashboard/server.ts';

/** What Hono passes to handlers besides the request. */
export interface PlatformEnv {
  Bindings: RequestOrigin;
}

/** Where a request comes from. Everything is absent for requests of the same process. */
export interface RequestOrigin extends Partial<RequestPeer> {
  /** What the server in front of the platform does for the dashboard. Absent: the dashboard has no tools. */
  dashboard?: DashboardServer | undefined;
  /** The session in whose name this process sends the request itself. It takes the place of a key. */
  session?: SessionCredential | undefined;
}
