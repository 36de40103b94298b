import type { Area } from './area.ts';
import { httpRequests } from './http.ts';
import { restEndpoints } from './rest.ts';
import { stdioFrames } from './stdio.ts';
import { toolArguments } from './tools.ts';

/** All fuzz targets. */
export const AREAS: readonly Area[] = [toolArguments, stdioFrames, httpRequests, restEndpoints];
