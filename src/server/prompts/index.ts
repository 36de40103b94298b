/** Prompts: messages that people select to start a task, and that name the tools for it. */
export { ALL_PROMPTS } from './all.ts';
export { type PromptDefinition, promptListing } from './define.ts';
export { promptResult } from './message.ts';
export { type OfferedPrompt, offeredPrompts } from './offer.ts';
