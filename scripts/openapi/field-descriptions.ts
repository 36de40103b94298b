import type { JsonObject } from '../../src/lib/json.ts';
import type { DashboardEndpointName } from '../../src/platform/dashboard/endpoints.ts';

/**
 * What fields of the dashboard's endpoints mean, by their paths in the body or the data. They are here because only the OpenAPI document
 * needs them: beside the code, the package would have each text twice.
 */
const FIELD_DESCRIPTIONS: Partial<Record<DashboardEndpointName, Readonly<Record<string, string>>>> = {
  importFile: {
    'data.counts.ahead': 'New bookings that are ahead',
    'data.counts.customers': 'New contacts of bookings',
    'data.counts.merged': 'Rows that fill empty fields of contacts',
    'data.counts.repeated': 'Rows about the same record as an earlier row',
    'data.counts.cancelled': 'Rows of cancelled appointments, which are left out',
    'data.counts.invalid': 'Rows that cannot be imported',
    'data.counts.totals_rows': 'Rows of totals, which are left out',
    'data.applied': 'False for a prediction',
    'data.header': 'The columns of the file',
    'data.problem': 'Why no row can be read: no column holds what each row needs. Choose one with `columns`',
    'data.columns': 'What is read from which columns: of several, the first that is not empty',
    'data.additional': 'Additional fields of contacts, and their columns',
    'data.ignored': 'Columns that nothing is read from',
    'data.time_zone': 'IANA zone of times without an offset. Null for contacts',
    'data.read_as.dates': 'Dates that could be read in two ways',
    'data.read_as.numbers': 'Times that the file has as numbers',
    'data.missing': 'Names that the business does not have, with their number of rows',
    'data.counts': 'Null with a `problem`',
    'data.counts.erased': 'Those of `invalid` whose customers were erased',
    'data.problems': 'Why rows cannot be imported',
    'data.differences': 'What should be checked',
    'body.content': 'The bytes of a CSV file, compressed with gzip (RFC 1952), in base64',
    'body.dry_run': 'True: only the report of what the import would do',
    'body.columns':
      'Headers of columns by the fields that they hold, where these are not the usual ones. Null: no column holds the field',
    'body.keep_columns': 'True: other columns become additional fields. Only for contacts',
    'body.restore_erased': 'True: rows of erased customers are imported, too',
    'body.names': 'Names of services and staff in the business by those of the file. Only for bookings',
    'body.default_service_id': 'The service of rows that name none',
    'body.default_staff_id': 'The person of rows that name none',
  },
};

/**
 * Adds the descriptions of an endpoint's fields to its JSON schema.
 * @throws Error if the schema has no field of that path
 */
export function describeFields(endpoint: DashboardEndpointName, part: 'body' | 'data', schema: JsonObject): JsonObject {
  for (const [path, description] of Object.entries(FIELD_DESCRIPTIONS[endpoint] ?? {})) {
    const [first, ...names] = path.split('.');
    if (first !== part) continue;
    const field = names.reduce<JsonObject | undefined>((parent, name) => parent && propertiesOf(parent)[name], schema);
    if (field === undefined)
      throw new Error(`${endpoint} has no field ${path}: correct scripts/openapi/field-descriptions.ts`);
    field.description = description;
  }
  return schema;
}

/** The properties of an object, also of one that can be null. */
function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  const { properties, anyOf = [] } = schema as { properties?: Record<string, JsonObject>; anyOf?: JsonObject[] };
  return properties ?? anyOf.map(propertiesOf).find((found) => Object.keys(found).length > 0) ?? {};
}
