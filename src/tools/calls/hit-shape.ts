import * as z from 'zod';
import { freeText, personName, phone } from '../../contract/index.ts';
import type { Turn } from '../../lib/turns.ts';
import { recordShape } from '../core/record-kinds.ts';
import { turnShape } from '../presenters/call.ts';

/** A turn with the words of a search. */
const quotedTurnShape = () =>
  recordShape('call', {
    ...turnShape().shape,
    answer: turnShape().optional().describe('Answer of the other speaker, if this is a question'),
  });
export type QuotedTurn = Turn & { answer?: Turn };

/** A call that a search has found. */
export const hitShape = () =>
  recordShape('call', {
    call_id: z.string(),
    started_local: z.string().optional(),
    weekday: z.string().optional(),
    outcome: z.string().optional(),
    language: z.string().optional(),
    contact_name: personName().optional(),
    contact_id: z.string().optional(),
    phone: phone().optional(),
    summary: freeText().optional().describe('Its beginning, or the part with the words'),
    turns: z.array(quotedTurnShape()),
  });
export type Hit = z.input<ReturnType<typeof hitShape>>;
