import type * as z from 'zod';
import { ApiError } from '../../api/index.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import {
  findMask,
  type Level,
  maskEmail,
  maskPhone,
  redactText,
  redactTurns,
  type SpokenTurn,
} from '../../lib/redact/index.ts';
import { cleanText } from '../../lib/text.ts';
import { ToolError } from './errors.ts';
import { type Marks, marksOf } from './marks.ts';
import type { ToolSettings } from './settings.ts';

/** The key of `_meta` that lists the fields others wrote (MCP, `_meta`: a prefix, a slash, a name). */
export const UNTRUSTED_META = 'rcpt-mcp/untrusted';

/** Paths of the fields present whose content others wrote: `booking.notes`, `items[].contact_name`. */
export function untrustedPaths(schema: z.ZodType, data: unknown): string[] {
  const found = new Set<string>();
  collect(marksOf(schema), data, '', found);
  return [...found];
}

/** `_meta` of an answer; nothing when it holds nothing that others wrote. */
export function untrustedMeta(schema: z.ZodType, data: unknown): { _meta?: JsonObject } {
  const paths = untrustedPaths(schema, data);
  return paths.length > 0 ? { _meta: { [UNTRUSTED_META]: paths } } : {};
}

/** `_meta` of a failure: its message may quote the platform. */
export function failureMeta(error: unknown): { _meta?: JsonObject } {
  const quotes = error instanceof ApiError && error.details.platformMessage !== undefined;
  return quotes ? { _meta: { [UNTRUSTED_META]: ['error.message'] } } : {};
}

function collect(marks: Marks | undefined, value: unknown, path: string, found: Set<string>): void {
  if (!marks || value === null || value === undefined || value === '') return;
  if (marks.kind === 'field') found.add(path);
  else if (marks.kind === 'list') {
    if (Array.isArray(value)) for (const item of value) collect(marks.item, item, `${path}[]`, found);
  } else if (isObject(value)) {
    for (const [name, below] of marks.fields)
      if (Object.hasOwn(value, name)) collect(below, value[name], path ? `${path}.${name}` : name, found);
  }
}

/** Data with the marked fields masked as the operator asks (`--redact`); all other fields, ids above all, stay. */
export function redacted(schema: z.ZodType, data: JsonObject, { redact }: Pick<ToolSettings, 'redact'>): JsonObject {
  return redact === 'off' ? data : (masked(marksOf(schema), data, redact) as JsonObject);
}

/**
 * Keeps masks from being written to the platform: an agent that changes a note it read would put them in the place of
 * what they hide.
 * @throws ToolError naming the argument.
 */
export function refuseMasks(args: unknown, { redact }: Pick<ToolSettings, 'redact'>): void {
  if (redact === 'off' || !isObject(args)) return;
  for (const [name, value] of Object.entries(args)) {
    const mask = findMask(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
    if (mask === undefined) continue;
    throw new ToolError(
      `${name}: ${JSON.stringify(mask)} stands for something that is masked here, and would replace it on the platform. ` +
        `Leave ${name} out, which keeps it as it is, or ask the user for the whole text.`,
    );
  }
}

/**
 * The turns of a whole conversation, masked before some of them are shown: what comes before a turn tells what its
 * numbers are.
 */
export function redactedTurns<T extends SpokenTurn>(turns: T[], { redact }: Pick<ToolSettings, 'redact'>): T[] {
  if (redact === 'off') return turns;
  // What cannot be seen must not keep a number from being recognised.
  return redactTurns(
    turns.map((turn) => ({ ...turn, text: cleanText(turn.text) })),
    redact,
  );
}

/** A text, before a part of it is shown. */
export function redactedText(text: string, { redact }: Pick<ToolSettings, 'redact'>): string {
  return redact === 'off' ? text : redactText(cleanText(text), redact);
}

function masked(marks: Marks | undefined, value: unknown, level: Level): unknown {
  if (!marks) return value;
  if (marks.kind === 'list') {
    if (!Array.isArray(value)) return value;
    const items = isConversation(marks.item, value) ? redactTurns(value, level) : value;
    return items.map((item) => masked(marks.item, item, level));
  }
  if (marks.kind === 'object') {
    return isObject(value) ? mapped(value, (field, name) => masked(marks.fields.get(name), field, level)) : value;
  }
  const { personal } = marks.mark;
  if (typeof value === 'string' && personal === 'email') return maskEmail(value);
  if (typeof value === 'string' && personal === 'phone') return maskPhone(value);
  return anything(value, level);
}

function mapped(record: JsonObject, change: (field: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, field]) => [name, change(field, name)]));
}

/** Turns of a conversation, whose numbers may go on from one to the next. */
function isConversation(item: Marks, value: readonly unknown[]): value is SpokenTurn[] {
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
  if (typeof value === 'string') return redactText(value, level);
  if (Array.isArray(value)) return value.map((item) => anything(item, level));
  if (!isObject(value)) return value;
  return mapped(value, (field, name) => {
    if (typeof field !== 'string' && typeof field !== 'number') return anything(field, level);
    if (EMAIL_NAME.test(name) && String(field).includes('@')) return maskEmail(String(field));
    if (PHONE_NAME.test(name) && /\d{4}/.test(String(field))) return maskPhone(String(field));
    if (level === 'strict' && SECRET_NAME.test(name) && /\d{3}/.test(String(field))) return '[number]';
    return anything(field, level);
  });
}
