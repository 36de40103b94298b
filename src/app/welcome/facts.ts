/**
 * How one kind of client connects: the only source of instructions, for the welcome page and for what `http` prints.
 * Commands in sentences are between backticks.
 */
export interface ConnectionGuide {
  /** Names the guide in addresses: `claude-code`. */
  id: string;
  /** The client: `Claude Code`. */
  title: string;
  /** What to do, in sentences. */
  how: string;
  /** What is copied: a command, an address, or the content of a file. */
  code: string;
  /** What else has to be true. */
  note?: string;
}

/** A path of this server that shows whether it works: status 200. */
export interface HealthCheck {
  path: string;
  /** A sentence for each outcome. */
  ok: string;
  failed: string;
}

/** What the welcome page says. None of it is secret, and nothing else is known to the page. */
export interface WelcomeFacts {
  /** `mcp`: `rcpt-mcp http`; `platform`: `rcpt-mcp platform`. */
  kind: 'mcp' | 'platform';
  version: string;
  /** Name of the business; absent unless everybody who reaches the server may read it without authentication. */
  businessName?: string | undefined;
  /** The address that guides name, without a slash at its end. */
  origin: string;
  /** True if `origin` is configured. Otherwise the page shows the address under which the browser has found it. */
  isOriginConfigured: boolean;
  /** Who may connect, in a sentence. */
  access: string;
  guides: readonly ConnectionGuide[];
  checks: readonly HealthCheck[];
  /** True if the dashboard is served at `/app`. */
  hasDashboard: boolean;
}
