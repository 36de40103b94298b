import * as z from 'zod';
import { atOnce, inSlices, mapInSlices } from '../../lib/concurrency/slices.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolServices } from '../core/context.ts';
import type { ToolDefinition } from '../core/define.ts';
import { boundAnswer, hasCuts, withoutCuts } from './bound.ts';
import { continuationOf } from './continuation.ts';
import { withoutHiddenRecords } from './hidden-records.ts';
import { redactData } from './redact.ts';
import { cleanData } from './render.ts';
import type { Omitted } from './token-budget.ts';
import { fitsTokenBudget, fitToTokenBudget } from './token-budget.ts';

/**
 * Bounds, cleans and masks the data of an answer, and removes records that the caller may not read.
 * @param tool how to get what does not fit.
 */
export async function sanitizeAnswer(
  schema: z.ZodObject,
  answer: JsonObject,
  context: Pick<ToolServices, 'settings' | 'offered' | 'hidden'>,
  { cutAdvice, textAdvice, listTotals = {} }: Pick<ToolDefinition, 'cutAdvice' | 'textAdvice' | 'listTotals'> = {},
): Promise<JsonObject> {
  const { settings } = context;
  const { data, maxTextLength, omitted } = boundAnswer(answer, settings.maxTokens);
  // Data that fits the budget is cleaned and fitted in less than a slice. Masking it may take longer.
  const isSmall = maxTextLength === Number.POSITIVE_INFINITY;
  const work = isSmall ? atOnce : inSlices;
  const cleaned = (await work(cleanData(data, settings, maxTextLength))) as JsonObject;
  // Drops fields that are not in the schema, because clients reject results with additional ones.
  const parsed = hasLongList(cleaned) ? await parseInSlices(schema, cleaned) : (schema.parse(cleaned) as JsonObject);
  const masked = await redactData(schema, parsed, settings);
  const visible = withoutHiddenRecords(schema, masked, context);
  const isCut = !isSmall && hasCuts(visible);
  const shown = isCut ? (withoutCuts(visible) as JsonObject) : visible;
  const missing: Omitted = { ...omitted, lengths: { ...omitted.lengths, ...longerLists(shown, listTotals) } };
  if (isCut) missing.texts = true;
  if (fitsTokenBudget(shown, settings.maxTokens, missing)) return shown;
  const rest = { continuation: await continuationOf(answer), advice: cutAdvice, textAdvice };
  return work(fitToTokenBudget(shown, settings.maxTokens, missing, rest));
}

/** Returns the lengths of the lists of which the platform sent only a part. */
function longerLists(data: JsonObject, totals: Readonly<Record<string, string>>): Record<string, number> {
  const lengths: Record<string, number> = {};
  for (const [name, field] of Object.entries(totals)) {
    const [list, total] = [data[name], data[field]];
    if (Array.isArray(list) && typeof total === 'number' && total > list.length) lengths[name] = total;
  }
  return lengths;
}

/** A longer list is parsed item by item. */
const MAX_PARSED_AT_ONCE = 100;

const isLongList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > MAX_PARSED_AT_ONCE;

function hasLongList(data: JsonObject): boolean {
  for (const name of Object.keys(data)) if (isLongList(data[name])) return true;
  return false;
}

async function parseInSlices(schema: z.ZodObject, data: JsonObject): Promise<JsonObject> {
  const short: JsonObject = { ...data };
  const lists: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    const list: unknown = schema.shape[name];
    if (!isLongList(value) || !(list instanceof z.ZodArray)) continue;
    short[name] = [];
    lists[name] = await mapInSlices(value, (item) => (list.element as z.ZodType).parse(item));
  }
  return Object.assign(schema.parse(short) as JsonObject, lists);
}
