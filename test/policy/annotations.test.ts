import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { annotationOf, ENDPOINTS, freeText, label, personName } from '../../src/contract/index.ts';
import { kindsOfShape, READING_TOOLS, RECORD_KINDS } from '../../src/tools/core/record-kinds.ts';
import { ALL_TOOLS } from '../../src/tools/index.ts';
import { annotationsOf, childSchemas } from '../../src/tools/output/annotations.ts';
import { recordKindsIn } from '../../src/tools/output/hidden-records.ts';
import { untrustedPaths } from '../../src/tools/output/protect.ts';
import { viewSchema } from '../../src/tools/views/schema.ts';

/** Names of fields that hold no free text in any tool or record, by reason. */
const TEXTLESS = {
  'identifiers, assigned by the service': [
    'id',
    '\\w+_ids?',
    'deleted',
    'resource_uri',
    '(services|special_hours)\\.staff',
  ],
  'times, validated or created by this program': [
    'days\\.(date|searched)',
    'continue_from',
    '\\w+_(time|local|at|utc|since)',
    '(contacted|done)_by\\.local',
    'at',
    'as_of',
    'weekday',
    'from',
    'to',
    'last_visit',
    'next_appointment',
    'private_calendar_busy',
  ],
  'parts of the calendar, computed by this program': ['day', 'week', 'week_start', 'month'],
  'time zone, country and rules, validated by this program': [
    '(opening_hours_)?time_zone',
    '(default_)?country',
    'opening_hours',
    'order',
  ],
  'values of a vocabulary: the contract permits at most four words, without room for a number or an address': [
    'status',
    'last_delivery_status',
    'type',
    'outcome',
    'direction',
    'language',
    'currency',
    'overrides\\.rule',
    'affected_bookings\\.(reason|already)',
    'calendars\\.state',
    'last_fetched_by',
    'notice_counts',
  ],
  'a place in the business file': ['changes\\.path'],
  'a position, which is returned to the platform and never shown': ['follow_ups\\.next'],
  'information of this program about itself': [
    'version',
    'platform_host',
    'toolsets',
    'tools',
    'hidden_tools\\.(name|reason)',
    'scopes',
    'scopes_missing',
    '\\w+_source',
  ],
  'information of this program about its answer, with names of fields and statuses': [
    'days\\.free',
    'missing_fields',
    'cursor',
    'omitted',
    'assumptions',
    'unread',
    'reasons',
    // At the top of an answer only: in records, notes are written by users.
    '^note',
  ],
  'secrets and their paths, from this program': [
    'prefix',
    'file',
    'secret_file',
    'api_key\\.key',
    'webhook\\.secret',
    'calendar_feed\\.path',
  ],
};
const ALLOWED = Object.values(TEXTLESS)
  .flat()
  .map((name) => new RegExp(`(^|\\.)${name}$`));

/** Schema types that cannot hold a text. */
const TEXTLESS_TYPES = ['number', 'int', 'boolean', 'enum', 'literal', 'null', 'undefined', 'date'];
/** Schema types that are traversed. */
const TRAVERSED = ['object', 'array', 'optional', 'nullable', 'default', 'prefault', 'readonly', 'pipe', 'union'];

/** Returns the paths of fields that could hold free text, have no annotation, and are not known to be harmless. */
function unmarked(schema: z.ZodType, path: string): string[] {
  if (annotationOf(schema).untrusted) return [];
  const { type, format } = schema.def as { type: string; format?: string };
  if (type === 'string') return format || ALLOWED.some((name) => name.test(path)) ? [] : [path];
  if (TEXTLESS_TYPES.includes(type)) return [];
  if (!TRAVERSED.includes(type)) return [`${path} (${type})`];
  return childSchemas(schema).flatMap(([step, part]) => {
    const below = step === '' || step === '[]' ? path : path ? `${path}.${step}` : step;
    return unmarked(part, below);
  });
}

describe('untrusted annotations of tools', () => {
  it.each(ALL_TOOLS.map((tool) => [tool.name, tool.output] as const))(
    '%s annotates every text that another person could have written',
    (_name, output) => {
      expect(unmarked(output, '')).toEqual([]);
    },
  );
});

it('the data of views annotates every text that another person could have written', () => {
  expect(unmarked(viewSchema(), '')).toEqual([]);
});

describe('untrusted annotations of records', () => {
  const resources = new Set(Object.values(ENDPOINTS).map(({ response }) => response.of));
  it.each([...resources].map((resource) => [resource.kind, resource] as const))(
    '%s annotates every text that another person could have written',
    (kind, resource) => {
      expect(unmarked(z.object({ ...resource.documented, ...resource.chosen }), kind)).toEqual([]);
    },
  );
});

it('each name in the list of harmless fields is in use', () => {
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

describe('search for texts without annotation', () => {
  it('finds a text without annotation', () => {
    const schema = z.object({ items: z.array(z.object({ id: z.string(), remark: z.string().optional() })).nullable() });
    expect(unmarked(schema, '')).toEqual(['items.remark']);
    expect(unmarked(z.object({ fields: z.record(z.string(), z.unknown()) }), '')).toEqual(['fields (record)']);
    expect(unmarked(z.object({ one: z.union([z.number(), z.string()]) }), '')).toEqual(['one']);
  });

  it('finds annotations inside of every wrapper schema', () => {
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

describe('records in the output of tools', () => {
  /** Returns the paths of personal data and free text outside of shapes that are marked as records. */
  const outsideOfRecords = (schema: z.ZodType, path = ''): string[] => {
    if (kindsOfShape(schema).length > 0) return [];
    const { untrusted, personal, label: isLabel } = annotationOf(schema);
    if (untrusted && (personal || !isLabel)) return [path];
    return childSchemas(schema).flatMap(([step, part]) => outsideOfRecords(part, `${path}.${step}`));
  };

  it.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s marks each record with its kind, and shows other kinds than its own only if listed here',
    (name, { output, toolset }) => {
      // Undocumented fields belong to the record beside them.
      expect(outsideOfRecords(output).filter((path) => !path.includes('.other_fields'))).toEqual([]);
      const own = RECORD_KINDS.filter((kind) => `${kind}s` === toolset);
      const others = recordKindsIn(output).filter((kind) => !own.includes(kind));
      expect(others).toEqual(
        (
          {
            list_recent_events: ['booking', 'contact', 'call', 'unknown'],
            lookup_caller: ['booking', 'call'],
            summarize_activity: ['booking', 'call'],
            find_follow_ups: ['booking'],
            list_staff: ['staff'],
            get_business: ['service', 'staff'],
            list_calendar_feeds: [],
            manage_calendar_feed: [],
          } as Record<string, string[]>
        )[name] ?? (toolset === 'setup' ? ['booking'] : []),
      );
    },
  );

  it('each kind has a tool of its own toolset that reads it', () => {
    for (const [kind, reader] of Object.entries(READING_TOOLS))
      expect(ALL_TOOLS.find(({ name }) => name === reader)).toMatchObject({
        // Services and the people who perform them are read together.
        toolset: kind === 'staff' ? 'services' : `${kind}s`,
        effect: 'read',
      });
  });
});
