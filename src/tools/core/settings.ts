import type { Toolset } from './toolsets.ts';

/** What is masked in answers: nothing; e-mail addresses and telephone numbers; card and account numbers as well. */
export const REDACTIONS = ['off', 'contact', 'strict'] as const;
export type Redaction = (typeof REDACTIONS)[number];

/** The forms of an answer: text for a model to read, structured content for a program, or both. */
export const OUTPUTS = ['both', 'text', 'structured'] as const;
export type Output = (typeof OUTPUTS)[number];

/** Where nobody said when the business is open; answers that build on it say so. */
export const ASSUMED_OPENING_HOURS = 'Mon-Fri 09:00-17:00';

/** Which calls the server asks the user about first: those that cancel, delete or make keys; all that write; none. */
export const CONFIRMS = ['destructive', 'writes', 'never'] as const;
export type Confirm = (typeof CONFIRMS)[number];

export const DEFAULT_MAX_TOKENS = 8_000;

/** What the operator configured, as far as tools may know it. */
export interface ToolSettings {
  version: string;
  /** `embedded`: the platform inside this package, with a demo business. `live`: a platform elsewhere. */
  mode: 'embedded' | 'live';
  /** The platform's host, without credentials or path. */
  platformHost: string;
  /** IANA name; undefined when nothing says where the business is. */
  timeZone: string | undefined;
  /** Where the zone comes from, for `get_account_context`. */
  timeZoneSource: string;
  /** ISO 3166-1 alpha-2, for telephone numbers without +. */
  defaultCountry: string | undefined;
  toolsets: readonly Toolset[];
  readOnly: boolean;
  /** Opening hours as configured, such as `Mon-Fri 08:00-17:00`; undefined when nobody said. */
  openingHours: string | undefined;
  /** Where they come from, for `get_account_context`. */
  openingHoursSource: string;
  /** What is masked in answers. */
  redact: Redaction;
  /** Which calls are confirmed by the user first. */
  confirm: Confirm;
  /** The largest answer, in tokens. */
  maxTokens: number;
  output: Output;
  /** What mends a refused platform key, as a sentence; undefined where the operator's one key is used. */
  keyAdvice?: string;
  /** The team that `create_api_key` creates keys for. */
  teamId: string | undefined;
}
