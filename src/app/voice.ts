import { toolSettings } from '../cli/config/platform-profile.ts';
import type { Settings } from '../cli/config/settings.ts';
import { selectTools } from '../tools/index.ts';
import type { VoiceProfile } from './callers.ts';

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
