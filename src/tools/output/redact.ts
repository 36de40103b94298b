import type * as z from 'zod';
import { inSlices } from '../../lib/concurrency/slices.ts';
import { isObject, type JsonObject, setMember } from '../../lib/json.ts';
import type { Level, SpokenTurn } from '../../lib/redaction/index.ts';
import { cleanText, truncate } from '../../lib/text/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { annotationsOf, type FieldAnnotations } from './annotations.ts';

type RedactSetting = Pick<ToolSettings, 'redact'>;
type RedactionModule = typeof import('../../lib/redaction/index.ts');

let redaction: RedactionModule | undefined;

/** Loads the redaction module if it is enabled, with the first call and not at start-up. Call this before the others. */
export async function loadRedaction({ redact }: RedactSetting): Promise<void> {
  if (!hasRedaction({ redact })) redaction = await import('../../lib/redaction/index.ts');
}

/** Returns whether there is nothing to load. */
export const hasRedaction = ({ redact }: RedactSetting): boolean => redact === 'off' || redaction !== undefined;

function loadedRedaction(): RedactionModule {
  if (!redaction) throw new Error('loadRedaction was not awaited');
  return redaction;
}

/** Returns the first mask in a text. */
export const findMask = (text: string): string | undefined => loadedRedaction().findMask(text);

/** Masks the annotated fields of an answer as configured (`--redact`). All other fields, ids above all, are unchanged. */
export async function redactData(schema: z.ZodType, data: JsonObject, { redact }: RedactSetting): Promise<JsonObject> {
  if (redact === 'off') return data;
  return (await inSlices(redactAnnotated(annotationsOf(schema), data, redact))) as JsonObject;
}

/**
 * Masks turns of a conversation before an answer takes a part of it: the turns around a turn determine the meaning of
 * numbers in it.
 * @param range the turns that are returned, by index; default: all. `to` is exclusive.
 */
export async function redactTurnTexts<T extends SpokenTurn>(
  turns: readonly T[],
  { redact }: RedactSetting,
  range: { from: number; to: number } = { from: 0, to: turns.length },
): Promise<T[]> {
  if (redact === 'off') return turns.slice(range.from, range.to);
  const { maskTurnsInPieces, redactTurns } = loadedRedaction();
  // Invisible characters must not prevent the detection of a number.
  const mask = (some: readonly T[]) =>
    redactTurns(
      some.map((turn) => ({ ...turn, text: cleanText(turn.text) })),
      redact,
    );
  return inSlices(maskTurnsInPieces(turns, mask, range));
}

/** More than a number or an address has, in characters. */
const MARGIN = 300;

/**
 * Cleans a text and masks its beginning, before an answer takes a part of it. Nothing is visible of a number or an
 * address that continues behind that part.
 */
export function redactBeginning(text: string, length: number, { redact }: RedactSetting): string {
  const wanted = length + MARGIN;
  // Most of a text can be invisible characters.
  const clean = cleanText(text.slice(0, wanted * 4));
  const isCut = clean.length > wanted || text.length > wanted * 4;
  const masked = redact === 'off' ? clean : loadedRedaction().redactText(clean.slice(0, wanted), redact);
  return isCut ? truncate(masked, Math.max(1, Math.min(length, masked.length - MARGIN))) : masked;
}

function* redactAnnotated(
  annotations: FieldAnnotations | undefined,
  value: unknown,
  level: Level,
): Generator<void, unknown> {
  if (!annotations) return value;
  if (annotations.kind === 'list') {
    if (!Array.isArray(value)) return value;
    if (!isConversation(annotations.item, value))
      return yield* mapItems(value, (item) => redactAnnotated(annotations.item, item, level));
    const turns = yield* redactConversation(value, level);
    return yield* mapItems(turns, function* (turn) {
      // The text of a turn alone would be masked without the question that it answers.
      const fields = (yield* redactAnnotated(annotations.item, turn, level)) as JsonObject;
      return { ...fields, text: (turn as SpokenTurn).text };
    });
  }
  if (annotations.kind === 'object') {
    if (!isObject(value)) return value;
    return yield* mapFields(value, (field, name) => redactAnnotated(annotations.fields.get(name), field, level));
  }
  const { personal } = annotations.annotation;
  if (typeof value === 'string' && personal === 'email') return loadedRedaction().maskEmail(value);
  if (typeof value === 'string' && personal === 'phone') return loadedRedaction().maskPhone(value);
  return yield* redactUndocumented(value, level);
}

function redactConversation(turns: readonly SpokenTurn[], level: Level): Generator<void, SpokenTurn[]> {
  const { maskTurnsInPieces, redactTurns } = loadedRedaction();
  return maskTurnsInPieces(turns, (some) => redactTurns(some, level));
}

function* mapItems(items: readonly unknown[], map: (item: unknown) => Generator<void, unknown>) {
  const mapped: unknown[] = [];
  for (const item of items) {
    mapped.push(yield* map(item));
    yield;
  }
  return mapped;
}

function* mapFields(
  record: JsonObject,
  map: (field: unknown, name: string) => Generator<void, unknown>,
): Generator<void, JsonObject> {
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(record)) {
    fields.push([name, yield* map(field, name)]);
    yield;
  }
  return Object.fromEntries(fields);
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
function* redactUndocumented(value: unknown, level: Level): Generator<void, unknown> {
  if (typeof value === 'string') {
    const { maskTextInPieces, redactText } = loadedRedaction();
    return yield* maskTextInPieces(value, (text) => redactText(text, level));
  }
  if (Array.isArray(value)) return yield* mapItems(value, (item) => redactUndocumented(item, level));
  if (!isObject(value)) return value;
  const masked = yield* mapFields(value, function* (field, name) {
    if (typeof field !== 'string' && typeof field !== 'number') return yield* redactUndocumented(field, level);
    if (EMAIL_NAME.test(name) && String(field).includes('@')) return loadedRedaction().maskEmail(String(field));
    if (PHONE_NAME.test(name) && /\d{4}/.test(String(field))) return loadedRedaction().maskPhone(String(field));
    if (level === 'strict' && SECRET_NAME.test(name) && /\d{3}/.test(String(field))) return '[number]';
    return yield* redactUndocumented(field, level);
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
