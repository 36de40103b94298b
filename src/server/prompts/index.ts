/** What people start conversations with: messages that name the tools for a task. */
export { ALL_PROMPTS } from './all.ts';
export { type PromptDefinition, type PromptFacts, promptListing } from './define.ts';
export { promptResult } from './message.ts';
export { type OfferedPrompt, offeredPrompts } from './offer.ts';
