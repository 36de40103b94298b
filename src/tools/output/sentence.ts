import * as z from 'zod';
import type { Sentence } from '../../lib/sentence.ts';

/** An output field with a sentence of this program. The pipeline renders it, and quotes and masks the values in it. */
export const sentence = (): z.ZodType<string, string | Sentence> => z.string();
