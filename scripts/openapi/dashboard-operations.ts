import type { JsonObject } from '../../src/lib/json.ts';
import type { DashboardAccess, DashboardEndpoint } from '../../src/platform/dashboard/endpoint.ts';
import { DASHBOARD_ENDPOINTS, type DashboardEndpointName } from '../../src/platform/dashboard/endpoints.ts';
import { DASHBOARD_DESCRIPTIONS } from './dashboard-descriptions.ts';
import { type ErrorName, errorResponses } from './errors.ts';
import { describeFields } from './field-descriptions.ts';
import { envelope, jsonBody } from './operations.ts';
import { type Components, jsonSchemaOf, refTo } from './schemas.ts';

/** Ids of paths whose records can be missing. That of a team is answered 403. */
const RECORDS: Readonly<Record<string, string>> = {
  user_id: 'Id of the user',
  key_id: 'Id of the API key',
  webhook_id: 'Id of the webhook',
  source_id: 'Id of the source of calls',
  staff_id: 'Id of the staff member',
  call_id: 'Id of the call',
  contact_id: 'Id of the contact',
  other_id: 'Id of the other contact',
  tool_name: 'Name of the tool',
};

const ROLES: Record<DashboardAccess, string> = {
  public: '',
  session: '',
  member: ' For every member of the team.',
  admin: ' For owners and admins of the team.',
  owner: ' For owners of the team.',
};

/** The operations of the dashboard by path and method. */
export function dashboardPaths(): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(DASHBOARD_ENDPOINTS) as [DashboardEndpointName, DashboardEndpoint][]) {
    const shared = paths[endpoint.path] ?? pathParameters(endpoint);
    paths[endpoint.path] = { ...shared, [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return paths;
}

function operation(name: DashboardEndpointName, endpoint: DashboardEndpoint): JsonObject {
  const { access, path, body, cookie, throttled, namesState, needsServer } = endpoint;
  const { summary, description } = DASHBOARD_DESCRIPTIONS[name];
  const errors: ErrorName[] = ['Forbidden'];
  if (access !== 'public' || throttled) errors.push('Unauthorized');
  const namesRecord = parametersOf(path).some((parameter) => Object.hasOwn(RECORDS, parameter));
  if (namesRecord || needsServer) errors.push('NotFound');
  if (namesState) errors.push('PreconditionFailed');
  if (throttled) errors.push('TooManyAttempts');
  return {
    operationId: name,
    summary,
    description: description + ROLES[access],
    tags: ['dashboard'],
    'x-extension': 'dashboard',
    // Without a session, signing in starts one, and signing out changes nothing.
    security: access !== 'public' ? [{ session: [] }] : throttled ? [] : [{}, { session: [] }],
    ...(body ? { requestBody: jsonBody(describeFields(name, 'body', jsonSchemaOf(body, 'input'))) } : {}),
    responses: {
      200: {
        description: endpoint.file ? 'A file to save.' : endpoint.bare ? 'The result.' : 'The answer.',
        ...(cookie ? { headers: { 'Set-Cookie': refTo('headers', 'Set-Cookie') } } : {}),
        content: contentOf(name, endpoint),
      },
      ...errorResponses(errors),
    },
  };
}

function contentOf(name: DashboardEndpointName, { data, bare, file }: DashboardEndpoint): JsonObject {
  const schema = describeFields(name, 'data', jsonSchemaOf(data(), 'output'));
  if (!file) return { 'application/json': { schema: bare ? schema : envelope({ data: schema }) } };
  return Object.fromEntries(
    file.map((type) => [type, { schema: type === 'application/json' ? schema : { type: 'string' } }]),
  );
}

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function pathParameters({ path }: DashboardEndpoint): JsonObject {
  const parameters = parametersOf(path).map((name) => refTo('parameters', name));
  return parameters.length > 0 ? { parameters } : {};
}

/** The parameters of the paths, as `components.parameters`. */
export const DASHBOARD_PARAMETERS: Components = Object.fromEntries(
  Object.entries({ ...RECORDS, team_id: 'Id of the team' }).map(([name, description]) => [
    name,
    { name, in: 'path', required: true, description, schema: { type: 'string' } },
  ]),
);
