import type { JsonObject } from '../../lib/json.ts';
import type { Role } from '../store/schema/schema.ts';
import type { ImportReport, ImportRequest } from './endpoints-imports.ts';

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

/** A change by a user, other than a tool call: of a team, or of the own sign-in. */
export interface DashboardChange {
  /** The name of the endpoint, such as `revokeApiKey`. */
  endpoint: string;
  /** Undefined for a sign-in with an address that no user has. */
  user: { email: string } | undefined;
  /** The record to change; undefined if the change creates one. */
  recordId: string | undefined;
  client: string;
  requestId: string | undefined;
}

/** Why an import was refused: nothing was changed. */
export interface ImportRefusal {
  refused: string;
  /** True if the same request can succeed in a minute. */
  isOverloaded?: true;
}

/** What the server in front of the platform does for the dashboard: the platform itself knows no tools. */
export interface DashboardServer {
  /** True if this server changes nothing (`--read-only`). */
  readOnly: boolean;
  /** Calls a tool; undefined if there is none with this name, or the role may not use it. Never rejects. */
  callTool(call: DashboardCall): Promise<JsonObject | undefined>;
  /** Imports a file into a team, or predicts that. */
  importFile(teamId: string, request: ImportRequest): Promise<ImportReport | ImportRefusal>;
  /** Makes a change, and records it in the audit log, if there is one. A change that cannot be recorded is not made. */
  recordChange<T extends object>(change: DashboardChange, make: () => Promise<T>): Promise<T>;
  /** Called when sessions have ended in this process: one of them, or all of a user. */
  endSessions(ended: { id: string } | { userId: string }): void;
}
