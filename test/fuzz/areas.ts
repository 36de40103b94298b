import type { Area } from './area.ts';
import { restEndpoints } from './rest.ts';
import { toolArguments } from './tools.ts';

/** Everywhere that input comes in. */
export const AREAS: readonly Area[] = [toolArguments, restEndpoints];
