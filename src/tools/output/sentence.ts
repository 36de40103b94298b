import * as z from 'zod';
import type { Sentence } from '../../lib/text/sentence.ts';

/** An output field with a sentence of this program. The pipeline renders it, and quotes and masks the values in it. */
export const sentence = (): z.ZodType<string, string | Sentence> => z.string();
