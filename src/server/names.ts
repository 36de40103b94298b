import { ALL_TOOLS } from '../tools/index.ts';
import { ALL_PROMPTS } from './prompts/all.ts';
import { ALL_RESOURCES } from './resources/all.ts';

/** Every name that is ours to show: whatever else stands in a name's place was written by a client. */
export const NAMES = {
  tools: ALL_TOOLS.map(({ name }) => name),
  prompts: ALL_PROMPTS.map(({ name }) => name),
  /** Addresses, with parameters in braces. */
  resources: ALL_RESOURCES.map(({ uri }) => uri),
};
