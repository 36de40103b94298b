/**
 * The person on the telephone, as the vendor of the voice agent identifies them. It comes from the authenticated request,
 * never from arguments, which the model writes.
 */
export interface VoiceCaller {
  /** The caller's number (E.164); null if it is withheld, unknown, or stated in two ways that differ. */
  phone: string | null;
  /** The vendor's id of the call; null if the request has none. */
  callId: string | null;
}

/** What a caller must say, besides calling from their number, before anything of theirs is shown or changed. */
export const CALLER_CHECKS = ['name', 'date_of_birth'] as const;
export type CallerCheck = (typeof CALLER_CHECKS)[number];

/** Configuration of the voice profile. */
export interface VoiceSettings {
  /** BCP 47 tag of the language in which answers are spoken, such as `en-US`. */
  language: string;
  callerChecks: readonly CallerCheck[];
  /** Key in `_meta` of `tools/call` whose value is the caller's number; undefined: no key is read. */
  numberMetaKey?: string | undefined;
}

/** The caller of a request that states none. */
export const UNKNOWN_CALLER: VoiceCaller = { phone: null, callId: null };
