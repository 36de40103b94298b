import { ALL_TOOLS } from '../tools/index.ts';
import { ALL_PROMPTS } from './prompts/all.ts';
import { ALL_RESOURCES } from './resources/all.ts';

/** The names that telemetry may show. Any other name in a request was written by a client. */
export const NAMES = {
  tools: ALL_TOOLS.map(({ name }) => name),
  prompts: ALL_PROMPTS.map(({ name }) => name),
  /** URIs and URI templates. */
  resources: ALL_RESOURCES.map(({ uri }) => uri),
};
