import { appointmentPrompts } from './appointments.ts';
import { briefingPrompts } from './briefing.ts';
import { callPrompts } from './calls.ts';
import type { PromptDefinition } from './define.ts';

/** Every prompt there is, in the order in which they are listed. */
export const ALL_PROMPTS: readonly PromptDefinition[] = [...appointmentPrompts, ...callPrompts, ...briefingPrompts];
