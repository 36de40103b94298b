import { toolSettings } from '../config/platform-profile.ts';
import type { Settings } from '../config/settings.ts';
import { selectTools } from '../tools/index.ts';
import type { Principal } from '../transport/auth/principal.ts';
import type { VoiceProfile } from './voice-profile.ts';

/** Loads the tools of the voice profile; undefined if no caller can have it. */
export async function voiceProfile(settings: Settings): Promise<VoiceProfile | undefined> {
  const { voice, toolsets, readOnly } = settings;
  if (!voice) return undefined;
  const { VOICE_TOOLS } = await import('../tools/voice/index.ts');
  const { isForAll, numberHeader, callerChecks, numberMetaKey } = voice;
  return {
    isForAll,
    selection: selectTools(VOICE_TOOLS, { toolsets, readOnly, confirm: 'never' }),
    settings: { language: toolSettings(settings).language ?? 'en', callerChecks, numberMetaKey },
    numberHeader,
  };
}

/** The caller whose messages a source of calls signs: its voice agent, and never more than that. */
export function principalOf(source: { id: string } | undefined): Principal | undefined {
  return source && { id: `source ${source.id}`, name: `source ${source.id}`, readOnly: false, profile: 'voice' };
}
