import type { ApiError } from '../../api/index.ts';
import type { VoiceSettings } from '../voice/caller/caller.ts';
import type { Toolset } from './toolsets.ts';

/** Masked in answers: nothing; e-mail addresses and telephone numbers; in addition card and account numbers. */
export const REDACTIONS = ['off', 'contact', 'strict'] as const;
export type Redaction = (typeof REDACTIONS)[number];

/** Form of an answer: text for a model, structured content for a program, or both. */
export const OUTPUTS = ['both', 'text', 'structured'] as const;
export type Output = (typeof OUTPUTS)[number];

/** Default if no opening hours are configured. Answers that depend on it state the assumption. */
export const ASSUMED_OPENING_HOURS = 'Mon-Fri 09:00-17:00';

/** Calls that the user has to confirm: those that cancel, delete, create keys or change the business; all writes; none. */
export const CONFIRMS = ['destructive', 'writes', 'never'] as const;
export type Confirm = (typeof CONFIRMS)[number];

export const DEFAULT_MAX_TOKENS = 8_000;

/** The settings that describe the business. Those of the command line come first, then what the platform knows. */
export type BusinessSettings = Pick<
  ToolSettings,
  | 'timeZone'
  | 'timeZoneSource'
  | 'isTimeZoneConfigured'
  | 'defaultCountry'
  | 'openingHours'
  | 'openingHoursSource'
  | 'isOpeningHoursConfigured'
  | 'language'
  | 'unstated'
>;

/** Configuration of the tools. */
export interface ToolSettings {
  version: string;
  /** `embedded`: the platform inside this package. `remote`: a remote platform. */
  mode: 'embedded' | 'remote';
  /** The platform's host, without credentials or path. */
  platformHost: string;
  /** IANA time zone of the business; undefined if unknown. */
  timeZone: string | undefined;
  /** Source of the time zone, for `get_account_context`. */
  timeZoneSource: string;
  /** True if an option of the operator sets the time zone, which is then shown instead of the platform's. */
  isTimeZoneConfigured: boolean;
  /** ISO 3166-1 alpha-2, for telephone numbers without +. */
  defaultCountry: string | undefined;
  /** Why the platform could not be asked for the zone and the country, so far. */
  unstated?: ApiError;
  toolsets: readonly Toolset[];
  readOnly: boolean;
  /** True if events wake the client as messages of a channel (`--channel`, stdio only). */
  channel?: boolean;
  /** Opening hours, such as `Mon-Fri 08:00-17:00`; undefined if not configured. */
  openingHours: string | undefined;
  /** Source of the opening hours, for `get_account_context`. */
  openingHoursSource: string;
  /** The same for the opening hours. */
  isOpeningHoursConfigured: boolean;
  /** BCP 47 tag of the language in which the business speaks: configured, or derived from its country. */
  language?: string;
  redact: Redaction;
  confirm: Confirm;
  /** Maximum size of an answer, in tokens. */
  maxTokens: number;
  output: Output;
  /** A sentence on how to fix a rejected platform key; undefined if all callers use the operator's key. */
  keyAdvice?: string;
  /** The team that `create_api_key` creates keys for. */
  teamId: string | undefined;
  /** Set for callers of the voice profile. Its language is `language`. */
  voice?: VoiceSettings | undefined;
}
