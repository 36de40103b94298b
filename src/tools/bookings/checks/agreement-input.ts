import * as z from 'zod';

/** What the user agrees to: see `Agreement`. The question about it names the argument. */
export const agreementInput = () => ({
  outside_hours: z.boolean().optional(),
  allow_duplicate: z.boolean().optional().describe('Even if the person has a booking then'),
});
