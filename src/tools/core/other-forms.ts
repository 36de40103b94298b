import type * as z from 'zod';
import { issueText } from '../../contract/issue-text.ts';
import { exceededBound, isObject, type JsonObject, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { joined, listed, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { Called } from './define.ts';
import { ToolError } from './errors.ts';

/** Invalid arguments that an error message explains. */
const MAX_ISSUES = 10;

/**
 * Reads arguments that the tool's schema refuses, in the other forms that are accepted: see `withKnownNames`,
 * `withoutHostForms` and `withKnownValues`.
 * @throws ToolError with each invalid argument and the reason.
 */
export function readOtherForms(tool: Called, args: JsonObject, issues: z.core.$ZodIssue[]): JsonObject {
  const { input: schema } = tool;
  let [values, left] = [args, issues];
  for (const read of [withKnownNames, withoutHostForms, withKnownValues]) {
    values = read(values, left, tool);
    const parsed = schema.safeParse(values, { error: issueText });
    if (parsed.success) return parsed.data as JsonObject;
    left = parsed.error.issues;
  }
  const wrong = firstOfEachPath(left).slice(0, MAX_ISSUES);
  const explained = wrong.map((issue) => explain(issue, tool, values));
  throw new ArgumentsError(joined(explained, ' '), wrong, values);
}

/** Arguments that the schema of a tool refuses, with what is wrong in them. */
export class ArgumentsError extends ToolError {
  constructor(
    sentence: Sentence,
    readonly issues: readonly z.core.$ZodIssue[],
    readonly given: Readonly<JsonObject>,
  ) {
    super(sentence);
  }
}

/**
 * Renames arguments that the tool has under the other of two names: `service` and `service_id`, or `limit` and `per_page`, which
 * some tools take in the place of each other, or `id`, if the only record whose id the tool takes is the one that it is named
 * after. `id` of `list_contacts` is that of a contact, and not of the service by which it filters.
 */
function withKnownNames(args: JsonObject, issues: z.core.$ZodIssue[], tool: Called): JsonObject {
  const { shape } = tool.input;
  const [id, ...otherIds] = Object.keys(shape).filter((name) => name.endsWith(ID));
  const ownId = id && otherIds.length === 0 && tool.name.includes(id.slice(0, -ID.length)) ? id : undefined;
  const copy: JsonObject = { ...args };
  const unknownNames = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  for (const unknown of unknownNames) {
    const other = unknown.endsWith(ID) ? unknown.slice(0, -ID.length) : unknown + ID;
    const name = unknown === 'id' && ownId ? ownId : (COUNT_NAMES.get(unknown) ?? other);
    const isGiven = copy[name] !== undefined && copy[name] !== null;
    // An object is no id: `contact` of a REST API is the person.
    if (!Object.hasOwn(shape, name) || isGiven || isObject(copy[unknown])) continue;
    copy[name] = copy[unknown];
    delete copy[unknown];
  }
  return copy;
}

const ID = '_id';

/** The names of the number of records in an answer: each tool has one of them. */
const COUNT_NAMES: ReadonlyMap<string, string> = new Map([
  ['limit', 'per_page'],
  ['per_page', 'limit'],
]);

/**
 * Returns the arguments with the forms replaced that only some hosts and models send:
 * - numbers, booleans, lists and objects as JSON strings, decimals with a comma (`49,50`), and numbers for texts;
 * - one value where the schema has a list, and a list of one text where it has a text;
 * - null for each optional argument that is not given; in tools that read or create also an empty text, which in others can
 *   mean that a value is to be removed.
 */
function withoutHostForms(args: JsonObject, issues: z.core.$ZodIssue[], { input, effect }: Called): JsonObject {
  const copy: JsonObject = { ...args };
  for (const issue of issues) {
    const [name] = issue.path;
    if (typeof name !== 'string' || !Object.hasOwn(args, name)) continue;
    const value = args[name];
    const isLeftOut = value === null || (value === '' && (effect === 'read' || effect === 'create'));
    if (isLeftOut && isOptional(input.shape[name])) delete copy[name];
    else if (issue.code === 'invalid_type' && issue.path.length === 1) copy[name] = converted(value, issue.expected);
  }
  return copy;
}

/** Replaces values of a fixed set that are written in other letters, or with spaces around them: `Morning` for `morning`. */
function withKnownValues(args: JsonObject, issues: z.core.$ZodIssue[]): JsonObject {
  const copy: JsonObject = { ...args };
  for (const issue of issues) {
    const [name, index] = issue.path;
    if (issue.code !== 'invalid_value' || typeof name !== 'string' || !Object.hasOwn(args, name)) continue;
    const list = copy[name];
    if (issue.path.length === 1) copy[name] = knownValue(list, issue.values);
    else if (issue.path.length === 2 && Array.isArray(list))
      copy[name] = list.map((value, at) => (at === index ? knownValue(value, issue.values) : value));
  }
  return copy;
}

function knownValue(value: unknown, values: readonly unknown[]): unknown {
  if (typeof value !== 'string') return value;
  const said = value.trim().toLowerCase();
  return values.find((known) => typeof known === 'string' && known.toLowerCase() === said) ?? value;
}

function converted(value: unknown, expected: string): unknown {
  const isText = typeof value === 'string';
  const parsed = isText ? parsedJson(value) : value;
  const isOne = (isText && value !== '') || isExact(value) || typeof value === 'boolean';
  if (expected === 'array') return isOne && !Array.isArray(parsed) ? [value] : parsed;
  if (expected === 'string') return isExact(value) ? String(value) : onlyText(parsed);
  if (expected === 'number' && isText && TWO_NUMBERS.test(value)) return value;
  if (expected === 'number' && isText && DECIMAL_COMMA.test(value)) return Number(value.replace(',', '.'));
  return parsed;
}

const onlyText = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? value[0] : value;

const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

/** `1.500` and `1,500` are 1500 in some countries and 1.5 in others. */
const TWO_NUMBERS = /^ *([1-9]\d{0,2})[.,](\d{3}) *$/;

/** True for a number whose digits are certainly those that were sent. */
const isExact = (value: unknown): value is number =>
  typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));

/** Also of a field with a default, for which zod has another word. */
const isOptional = (field: z.core.$ZodType | undefined) => field?._zod.optin !== undefined;

/** Returns the value of a JSON text, or text that is none as it is. */
function parsedJson(text: string): unknown {
  if (exceededBound(text, { depth: MAX_JSON_DEPTH })) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Unknown arguments that an error message lists. */
const MAX_LISTED = 5;

/** The first problem of an argument is its cause: a text in place of a list is too long a list as well. */
function firstOfEachPath(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const paths = new Set<string>();
  return issues.filter(({ path }) => {
    const text = JSON.stringify(path);
    return !paths.has(text) && paths.add(text);
  });
}

/** Several ids or names in an argument for one. */
const isListForText = (issue: z.core.$ZodIssue, args: JsonObject): boolean =>
  issue.code === 'invalid_type' &&
  issue.expected === 'string' &&
  issue.path.length === 1 &&
  Array.isArray(args[String(issue.path[0])]);

/** The path of a value as `formatPath` has it. Names are the caller's: they are quoted unless they are plain. */
function pathOf(path: readonly PropertyKey[]): Sentence {
  const parts = path.map((part, index) => {
    if (typeof part === 'number') return trusted(`[${part}]`);
    return index === 0 ? say`${String(part)}` : say`.${String(part)}`;
  });
  return joined(parts, '');
}

function explain(issue: z.core.$ZodIssue, { input: schema, instead, effect }: Called, args: JsonObject): Sentence {
  const known = Object.keys(schema.shape);
  if (issue.code === 'unrecognized_keys') {
    const unknown = listed(
      issue.keys.map((key) => quoted(key, 64)),
      MAX_LISTED,
    );
    const takes = known.length > 0 ? listed(known, known.length) : trusted('no arguments');
    const advice = joined(
      issue.keys.flatMap((key) => (instead && Object.hasOwn(instead, key) ? trusted(` ${instead[key]}`) : [])),
      '',
    );
    return say`Unknown argument ${unknown}.${advice} This tool takes: ${takes}.`;
  }
  const [first] = issue.path;
  if (issue.path.length === 1 && typeof first === 'string' && !Object.hasOwn(args, first)) {
    const description = schema.shape[first]?.meta()?.description;
    const form = issue.code === 'invalid_value' || !description ? '' : `: ${description}`;
    return say`${first} ${trusted(issue.message + form)}.`;
  }
  const path = issue.path.length > 0 ? pathOf(issue.path) : trusted('arguments');
  const isNumber = issue.code === 'invalid_type' && issue.expected === 'number' && issue.path.length === 1;
  const [text, whole, decimals] = (isNumber && TWO_NUMBERS.exec(String(args[String(first)]))) || [];
  if (text && whole && decimals)
    return say`${path}: ${quoted(text)} can be ${Number(whole + decimals)} or ${Number(`${whole}.${decimals}`)}. Write the one that is meant as a number.`;
  if (isListForText(issue, args)) {
    const isFilter = effect === 'read' && isOptional(schema.shape[String(first)]);
    return say`${path} takes one value, not a list: make a call for each${isFilter ? trusted(', or leave it out') : say``}.`;
  }
  const form = issue.code === 'invalid_type' ? schema.shape[String(first)]?.meta()?.description : undefined;
  return say`${path}: ${trusted(issue.message)}${form ? trusted(` (${form})`) : say``}.`;
}
