import type { ToolDefinition } from '../core/define.ts';

/** The tools of the voice profile, in the order of `tools/list`. */
export const VOICE_TOOLS: readonly ToolDefinition[] = [];

export { CALLER_CHECKS, type CallerCheck, UNKNOWN_CALLER, type VoiceCaller, type VoiceSettings } from './caller.ts';
