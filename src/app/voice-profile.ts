import type { Selection, VoiceSettings } from '../tools/index.ts';

/** What callers of the voice profile get. */
export interface VoiceProfile {
  /** True if all callers of the server have this profile. */
  isForAll: boolean;
  selection: Selection;
  settings: VoiceSettings;
  /** Lower-case name of the header with the caller's number; undefined if there is none. */
  numberHeader: string | undefined;
}
