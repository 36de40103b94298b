import type { Area } from './area.ts';
import { httpRequests } from './http.ts';
import { restEndpoints } from './rest.ts';
import { stdioFrames } from './stdio.ts';
import { toolArguments } from './tools.ts';

/** Everywhere that input comes in. */
export const AREAS: readonly Area[] = [toolArguments, stdioFrames, httpRequests, restEndpoints];
