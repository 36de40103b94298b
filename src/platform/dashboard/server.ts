import type { JsonObject } from '../../lib/json.ts';
import type { Role } from '../store/schema.ts';

/** A session in whose name this process sends requests to the platform. It is checked with each of them. */
export interface SessionCredential {
  /** SHA-256 of the session's token. */
  id: string;
  teamId: string;
}

/** A tool call of a signed-in user, who is a member of the team. */
export interface DashboardCall {
  session: SessionCredential & { expiresAt: number };
  user: { id: string; email: string };
  role: Role;
  tool: string;
  /** The arguments. Nothing in them has been checked but that they are JSON. */
  input: JsonObject;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  client: string;
  requestId: string;
  traceparent?: string | undefined;
}

/** What the server in front of the platform does for the dashboard: the platform itself knows no tools. */
export interface DashboardServer {
  /** True if this server changes nothing (`--read-only`). */
  readOnly: boolean;
  /** Calls a tool; undefined if there is none with this name, or the role may not use it. Never rejects. */
  callTool(call: DashboardCall): Promise<JsonObject | undefined>;
  /** Called when sessions have ended in this process: one of them, or all of a user. */
  endSessions(ended: { id: string } | { userId: string }): void;
}
