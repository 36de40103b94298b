import type * as z from 'zod';

/**
 * Who may use an endpoint. `public`: also without a session. `session`: every signed-in user. `member`: each member of the team
 * in the path. `admin`: its admins and owners. `owner`: its owners.
 */
export type DashboardAccess = 'public' | 'session' | 'member' | 'admin' | 'owner';

/** The response of an endpoint with `file`. */
export interface TextFile {
  /** For the user who saves it. */
  name: string;
  type: 'text/html' | 'application/json';
  text: string;
}

/** One row of the dashboard's endpoint table. Handlers, authorization and the OpenAPI document derive from it. */
export interface DashboardEndpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path below `{base_url}/api`, with parameters in braces. */
  path: string;
  access: DashboardAccess;
  body: z.ZodType | null;
  /** `data` of the response; the whole response with `bare`. */
  data: () => z.ZodType;
  bare?: true;
  /** True if the response is a file to save: a text of these types. `data` is that of JSON. */
  file?: readonly ('text/html' | 'application/json')[];
  /** True if the response sets the session cookie. */
  cookie?: true;
  /** True if passwords are verified: too many wrong ones are 429. */
  throttled?: true;
  /** True if the audit log gets what it changes from a tool, and not from the endpoint. */
  toolCall?: true;
  /** True if a body with `dry_run: true` changes nothing, so that the audit log does not get it. */
  dryRuns?: true;
  /** True if a request can name the state of the record that it is for: 412 for another one. */
  namesState?: true;
  /** True if only a server with tools answers it. The platform alone answers 404. */
  needsServer?: true;
}
