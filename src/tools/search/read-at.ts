import * as z from 'zod';
import type { Findings } from './run-search.ts';

/** Part of every answer that goes on with what an earlier one has read. */
export const readAtField = () => ({
  read_at: z.string().optional().describe('UTC; absent: now'),
});

/** When the records of an answer were read, if that was for an earlier one. */
export function readBefore({ remembered, readAt }: Pick<Findings<never>, 'remembered' | 'readAt'>) {
  return remembered ? { read_at: new Date(readAt).toISOString() } : {};
}
