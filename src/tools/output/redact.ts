import type * as z from 'zod';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { cleanText } from '../../lib/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { annotationsOf, type FieldAnnotations } from './annotations.ts';
import type { Level, SpokenTurn } from './redaction/index.ts';

type Masking = Pick<ToolSettings, 'redact'>;
type Redaction = typeof import('./redaction/index.ts');

let redaction: Redaction | undefined;

/** Loads what masks, if anything is masked: with the first call, not at start-up. Everything below needs it done. */
export async function loadRedaction({ redact }: Masking): Promise<void> {
  if (redact !== 'off') redaction ??= await import('./redaction/index.ts');
}

function loaded(): Redaction {
  if (!redaction) throw new Error('loadRedaction was not awaited');
  return redaction;
}

/** The first mask in a text, as it stands there. */
export const findMask = (text: string): string | undefined => loaded().findMask(text);

/** Data with the marked fields masked as the operator asks (`--redact`); all other fields, ids above all, stay. */
export function redactData(schema: z.ZodType, data: JsonObject, { redact }: Masking): JsonObject {
  return redact === 'off' ? data : (masked(annotationsOf(schema), data, redact) as JsonObject);
}

/**
 * The turns of a whole conversation, masked before some of them are shown: what comes before a turn tells what its
 * numbers are.
 */
export function redactTurnTexts<T extends SpokenTurn>(turns: T[], { redact }: Masking): T[] {
  if (redact === 'off') return turns;
  // What cannot be seen must not keep a number from being recognised.
  return loaded().redactTurns(
    turns.map((turn) => ({ ...turn, text: cleanText(turn.text) })),
    redact,
  );
}

/** A text, before a part of it is shown. */
export function redactFreeText(text: string, { redact }: Masking): string {
  return redact === 'off' ? text : loaded().redactText(cleanText(text), redact);
}

function masked(marks: FieldAnnotations | undefined, value: unknown, level: Level): unknown {
  if (!marks) return value;
  if (marks.kind === 'list') {
    if (!Array.isArray(value)) return value;
    const items = isConversation(marks.item, value) ? loaded().redactTurns(value, level) : value;
    return items.map((item) => masked(marks.item, item, level));
  }
  if (marks.kind === 'object') {
    return isObject(value) ? mapped(value, (field, name) => masked(marks.fields.get(name), field, level)) : value;
  }
  const { personal } = marks.mark;
  if (typeof value === 'string' && personal === 'email') return loaded().maskEmail(value);
  if (typeof value === 'string' && personal === 'phone') return loaded().maskPhone(value);
  return anything(value, level);
}

function mapped(record: JsonObject, change: (field: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, field]) => [name, change(field, name)]));
}

/** Turns of a conversation, whose numbers may go on from one to the next. */
function isConversation(item: FieldAnnotations, value: readonly unknown[]): value is SpokenTurn[] {
  if (item.kind !== 'object' || !item.fields.has('text')) return false;
  return value.every((turn) => isObject(turn) && typeof turn.text === 'string');
}

/** Names that undocumented fields with such data usually have. */
const EMAIL_NAME = /e-?mail/i;
const PHONE_NAME = /phone|mobile|cell|fax|^tel/i;
const SECRET_NAME =
  /card|cvc|cvv|iban|account_?(no|num)|routing|ssn|social_?sec|policy_?(no|num|id)|member_?(no|num|id)/i;

/** What a platform sent in fields that nobody documented: by the name of the field, or else by what its text says. */
function anything(value: unknown, level: Level): unknown {
  if (typeof value === 'string') return loaded().redactText(value, level);
  if (Array.isArray(value)) return value.map((item) => anything(item, level));
  if (!isObject(value)) return value;
  return mapped(value, (field, name) => {
    if (typeof field !== 'string' && typeof field !== 'number') return anything(field, level);
    if (EMAIL_NAME.test(name) && String(field).includes('@')) return loaded().maskEmail(String(field));
    if (PHONE_NAME.test(name) && /\d{4}/.test(String(field))) return loaded().maskPhone(String(field));
    if (level === 'strict' && SECRET_NAME.test(name) && /\d{3}/.test(String(field))) return '[number]';
    return anything(field, level);
  });
}
