import * as z from 'zod';
import { type BusinessFile, businessFile } from '../../contract/business.ts';
import { issueText } from '../../contract/issue-text.ts';
import { isStorable, NOT_STORABLE } from '../../lib/database/storable.ts';
import { isObject } from '../../lib/json.ts';
import { nearestName } from '../parser/nearest.ts';
import type { FieldProblem, FilePath } from './positions.ts';
import { readHours } from './typed-hours.ts';

/** Checks the fields of a business file, in which hours may be as people type them, against its schema. */
export function checkFields(content: unknown): { file: BusinessFile } | { problems: FieldProblem[] } {
  const typed = readHours(content);
  const result = businessFile().safeParse(typed.content, { error: describeIssue, reportInput: true });
  const ofHours = typed.problems.map(({ path }) => path);
  const others = (result.error?.issues ?? [])
    .flatMap(problemsOf)
    .filter(({ path }) => !ofHours.some((hours) => path.every((part, index) => part === hours[index])));
  if (!result.success || ofHours.length > 0) return { problems: [...typed.problems, ...others] };
  const problems = unstorable(result.data, []);
  return problems.length > 0 ? { problems } : { file: result.data };
}

/** The texts of a file that a database would not return as they are. */
function unstorable(value: unknown, path: FilePath): FieldProblem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, message: NOT_STORABLE }];
  if (Array.isArray(value)) return value.flatMap((part, index) => unstorable(part, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => unstorable(part, [...path, name]));
}

/** YAML reads digits without quotes as a number. */
const NOT_TEXT = 'must be text: write it in quotes';

/** The messages of what the schema has no words for. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  // An absent value is described with what it must be.
  return issueText({ ...issue, input: issue.input ?? null } as typeof issue);
};

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: describeUnknown(key, knownFields(path)) }));
  }
  const message =
    issue.code === 'invalid_type' && issue.expected === 'object'
      ? `must have its own fields: ${knownFields(path).join(', ')}`
      : issue.message;
  const isOfAnyType = issue.code !== 'custom';
  if (isOfAnyType && issue.input === undefined) return [{ path, message: `is missing; it ${message}` }];
  if (isOfAnyType && issue.input === null) return [{ path, message: `has no value; it ${message}` }];
  // The schema says which characters an id has, which these have.
  const input: unknown = issue.input;
  const isId = path.at(-1) === 'id' || path.at(-2) === 'staff';
  if (typeof input === 'number' && isId) return [{ path, message: NOT_TEXT }];
  if (Array.isArray(input) && path.at(-1) === 'staff') {
    const numbers = input.flatMap((part, index) => (typeof part === 'number' ? index : []));
    if (numbers.length > 0) return numbers.map((index) => ({ path: [...path, index], message: NOT_TEXT }));
  }
  return [{ path, message }];
}

function describeUnknown(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known) ?? namePartOf(key, known);
  return nearest ? `is not a field. Did you mean ${nearest}?` : `is not a field. The fields are: ${known.join(', ')}.`;
}

/** The only name that contains the other one, or is contained: `country` of `default_country`, as the option is called. */
function namePartOf(key: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  const given = plain(key);
  // Every name contains nothing, and many a few letters.
  if (given.length < 4) return undefined;
  const [found, ...others] = known.filter((name) => given.includes(plain(name)) || plain(name).includes(given));
  return others.length === 0 ? found : undefined;
}

let wholeSchema: z.core.JSONSchema.BaseSchema | undefined;

/** The names of the fields at a path, in the order of the schema. */
function knownFields(path: FilePath): string[] {
  wholeSchema ??= z.toJSONSchema(businessFile(), { io: 'input' });
  let schema: z.core.JSONSchema.BaseSchema | undefined = wholeSchema;
  for (const part of path) {
    const next = typeof part === 'number' ? schema?.items : schema?.properties?.[part];
    schema = next as z.core.JSONSchema.BaseSchema | undefined;
  }
  return Object.keys(schema?.properties ?? {});
}
