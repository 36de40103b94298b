import type * as z from 'zod';
import { isObject, type JsonObject, setMember } from '../../lib/json.ts';
import { cleanText } from '../../lib/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { annotationsOf, type FieldAnnotations } from './annotations.ts';
import type { Level, SpokenTurn } from './redaction/index.ts';

type RedactSetting = Pick<ToolSettings, 'redact'>;
type RedactionModule = typeof import('./redaction/index.ts');

let redaction: RedactionModule | undefined;

/** Loads the redaction module if it is enabled, with the first call and not at start-up. Call this before the others. */
export async function loadRedaction({ redact }: RedactSetting): Promise<void> {
  if (redact !== 'off') redaction ??= await import('./redaction/index.ts');
}

function loadedRedaction(): RedactionModule {
  if (!redaction) throw new Error('loadRedaction was not awaited');
  return redaction;
}

/** Returns the first mask in a text. */
export const findMask = (text: string): string | undefined => loadedRedaction().findMask(text);

/** Masks the annotated fields of an answer as configured (`--redact`). All other fields, ids above all, are unchanged. */
export function redactData(schema: z.ZodType, data: JsonObject, { redact }: RedactSetting): JsonObject {
  return redact === 'off' ? data : (redactAnnotated(annotationsOf(schema), data, redact) as JsonObject);
}

/**
 * Masks the turns of a whole conversation, before an answer takes a part of it: earlier turns determine the meaning of
 * numbers in a turn.
 */
export function redactTurnTexts<T extends SpokenTurn>(turns: T[], { redact }: RedactSetting): T[] {
  if (redact === 'off') return turns;
  // Invisible characters must not prevent the detection of a number.
  return loadedRedaction().redactTurns(
    turns.map((turn) => ({ ...turn, text: cleanText(turn.text) })),
    redact,
  );
}

/** Masks a text before an answer takes a part of it. */
export function redactFreeText(text: string, { redact }: RedactSetting): string {
  return redact === 'off' ? text : loadedRedaction().redactText(cleanText(text), redact);
}

function redactAnnotated(annotations: FieldAnnotations | undefined, value: unknown, level: Level): unknown {
  if (!annotations) return value;
  if (annotations.kind === 'list') {
    if (!Array.isArray(value)) return value;
    if (!isConversation(annotations.item, value))
      return value.map((item) => redactAnnotated(annotations.item, item, level));
    // Each turn alone would be masked without the question that it answers.
    return loadedRedaction()
      .redactTurns(value, level)
      .map((turn) => ({ ...(redactAnnotated(annotations.item, turn, level) as JsonObject), text: turn.text }));
  }
  if (annotations.kind === 'object') {
    if (!isObject(value)) return value;
    return mapFields(value, (field, name) => redactAnnotated(annotations.fields.get(name), field, level));
  }
  const { personal } = annotations.annotation;
  if (typeof value === 'string' && personal === 'email') return loadedRedaction().maskEmail(value);
  if (typeof value === 'string' && personal === 'phone') return loadedRedaction().maskPhone(value);
  return redactUndocumented(value, level);
}

function mapFields(record: JsonObject, map: (field: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, field]) => [name, map(field, name)]));
}

/** True for turns of a conversation, in which a number may continue from one turn to the next. */
function isConversation(item: FieldAnnotations, value: readonly unknown[]): value is SpokenTurn[] {
  if (item.kind !== 'object' || !item.fields.has('text')) return false;
  return value.every((turn) => isObject(turn) && typeof turn.text === 'string');
}

/** Usual names of undocumented fields with such data. */
const EMAIL_NAME = /e-?mail/i;
const PHONE_NAME = /phone|mobil|movil|cell|celular|telem[oó]vel|handy|fax|^tel/i;
const SECRET_NAME =
  /card|karte|tarjeta|cart[aã]o|cvc|cvv|iban|account_?(no|num)|konto|cuenta|routing|ssn|social_?sec|policy_?(no|num|id)|member_?(no|num|id)|passport|reisepass|pasaporte|(^|_)(dni|nie|nif|cpf|nir|tax_?id|steuer_?id|codice_?fiscale)(_|$)/i;

/** Masks values of undocumented fields, by the name of the field or otherwise by the text. */
function redactUndocumented(value: unknown, level: Level): unknown {
  if (typeof value === 'string') return loadedRedaction().redactText(value, level);
  if (Array.isArray(value)) return value.map((item) => redactUndocumented(item, level));
  if (!isObject(value)) return value;
  const masked = mapFields(value, (field, name) => {
    if (typeof field !== 'string' && typeof field !== 'number') return redactUndocumented(field, level);
    if (EMAIL_NAME.test(name) && String(field).includes('@')) return loadedRedaction().maskEmail(String(field));
    if (PHONE_NAME.test(name) && /\d{4}/.test(String(field))) return loadedRedaction().maskPhone(String(field));
    if (level === 'strict' && SECRET_NAME.test(name) && /\d{3}/.test(String(field))) return '[number]';
    return redactUndocumented(field, level);
  });
  return withMaskedNames(masked, level);
}

/** Masks the names of undocumented fields, which the platform chooses. Equal masks are numbered. */
function withMaskedNames(record: JsonObject, level: Level): JsonObject {
  const masked: JsonObject = {};
  for (const [name, field] of Object.entries(record)) {
    const mask = loadedRedaction().redactText(name, level);
    let unique = mask;
    for (let count = 2; mask !== name && (Object.hasOwn(masked, unique) || Object.hasOwn(record, unique)); count++) {
      unique = `${mask} (${count})`;
    }
    setMember(masked, unique, field);
  }
  return masked;
}
