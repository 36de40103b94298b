import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { annotationOf, ENDPOINTS, freeText, label, personName } from '../../src/contract/index.ts';
import { ALL_TOOLS } from '../../src/tools/index.ts';
import { annotationsOf, childSchemas } from '../../src/tools/output/annotations.ts';
import { untrustedPaths } from '../../src/tools/output/protect.ts';

/** Names of fields that hold no free text, whichever tool or record has them, and why. */
const TEXTLESS = {
  'identifiers, assigned by the service': ['id', '\\w+_ids?', 'deleted', 'resource_uri'],
  'times, checked or made by this program': [
    '\\w+_(time|local|at|utc|from)',
    'retained_since',
    'at',
    'weekday',
    'from',
    'to',
  ],
  'places and rules, checked by this program': ['time_zone', 'default_country', 'opening_hours', 'order'],
  'words of a vocabulary: the contract takes no more than four': [
    'status',
    'last_delivery_status',
    'type',
    'outcome',
    'direction',
    'language',
    'currency',
  ],
  'what this program says of itself': [
    'version',
    'platform_host',
    'toolsets',
    'tools',
    'hidden_tools\\.(name|reason)',
    'scopes',
    'scopes_missing',
    '\\w+_source',
  ],
  'what this program says of its answer, with names of fields and statuses in it': [
    'missing_fields',
    'cursor',
    'omitted',
    'assumptions',
    'unread',
    // At the top of an answer: elsewhere somebody wrote it.
    '^note',
  ],
  'secrets and where they are, from this program': [
    'prefix',
    'file',
    'secret_file',
    'api_key\\.key',
    'webhook\\.secret',
  ],
};
const ALLOWED = Object.values(TEXTLESS)
  .flat()
  .map((name) => new RegExp(`(^|\\.)${name}$`));

/** Schema types that cannot hold a text. */
const TEXTLESS_TYPES = ['number', 'int', 'boolean', 'enum', 'literal', 'null', 'undefined', 'date'];
/** Schema types that the walk looks into. */
const WALKED = ['object', 'array', 'optional', 'nullable', 'default', 'prefault', 'readonly', 'pipe', 'union'];

/** Paths of fields that could hold free text, are not marked, and are not known to be harmless. */
function unmarked(schema: z.ZodType, path: string): string[] {
  if (annotationOf(schema).untrusted) return [];
  const { type, format } = schema.def as { type: string; format?: string };
  if (type === 'string') return format || ALLOWED.some((name) => name.test(path)) ? [] : [path];
  if (TEXTLESS_TYPES.includes(type)) return [];
  if (!WALKED.includes(type)) return [`${path} (${type})`];
  return childSchemas(schema).flatMap(([step, part]) => {
    const below = step === '' || step === '[]' ? path : path ? `${path}.${step}` : step;
    return unmarked(part, below);
  });
}

describe('every text of an answer is marked, or cannot hold what somebody else wrote', () => {
  it.each(ALL_TOOLS.map((tool) => [tool.name, tool.output] as const))('%s', (_name, output) => {
    expect(unmarked(output, '')).toEqual([]);
  });
});

describe('every text of a resource is marked, or cannot hold what somebody else wrote', () => {
  const resources = new Set(Object.values(ENDPOINTS).map(({ response }) => response.of));
  it.each([...resources].map((resource) => [resource.kind, resource] as const))('%s', (kind, resource) => {
    expect(unmarked(z.object({ ...resource.documented, ...resource.chosen }), kind)).toEqual([]);
  });
});

it('the list of names has none that nothing uses', () => {
  const names = new Set<string>();
  const visit = (schema: z.ZodType, path: string) => {
    names.add(path);
    for (const [step, part] of childSchemas(schema))
      visit(part, step === '' || step === '[]' ? path : path ? `${path}.${step}` : step);
  };
  for (const tool of ALL_TOOLS) visit(tool.output, '');
  for (const { response } of Object.values(ENDPOINTS)) visit(z.object(response.of.chosen), response.of.kind);
  expect(ALLOWED.filter((name) => ![...names].some((path) => name.test(path))).map(String)).toEqual([]);
});

describe('the walk', () => {
  it('would find a text that nobody marked', () => {
    const schema = z.object({ items: z.array(z.object({ id: z.string(), remark: z.string().optional() })).nullable() });
    expect(unmarked(schema, '')).toEqual(['items.remark']);
    expect(unmarked(z.object({ fields: z.record(z.string(), z.unknown()) }), '')).toEqual(['fields (record)']);
    expect(unmarked(z.object({ one: z.union([z.number(), z.string()]) }), '')).toEqual(['one']);
  });

  it('sees marks behind every wrapper', () => {
    const other = z.record(z.string(), z.unknown()).meta({ untrusted: true }).optional().describe('x');
    const schema = z.object({
      a: freeText().describe('x').nullish(),
      b: z.array(z.object({ c: personName().default('x'), id: z.string() })).readonly(),
      d: z.union([z.object({ e: label() }), z.object({ e: label(), f: freeText().transform((text) => text) })]),
      other,
    });
    const data = { a: 'x', b: [{ c: 'x', id: '1' }], d: { e: 'x', f: 'x' }, other: { x: 1 } };
    expect(untrustedPaths(schema, data)).toEqual(['a', 'b[].c', 'd.e', 'd.f', 'other']);
    expect(untrustedPaths(schema, { a: null, b: [], d: { e: '' } })).toEqual([]);
    expect(annotationsOf(z.object({ id: z.string() }))).toBeUndefined();
  });
});
