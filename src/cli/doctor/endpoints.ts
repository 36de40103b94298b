import { attempt } from '../../api/attempt.ts';
import { ApiError, type KeyHeader, type Sender } from '../../api/index.ts';
import { VERSION } from '../../config/version.ts';
import { API_ROOT, ENDPOINTS, type Endpoint, type EndpointName } from '../../contract/index.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import { type CheckResult, result, stopwatch } from './check.ts';
import { type ClockSample, checkClock } from './clock.ts';
import { endpointErrorResult, subjectOf } from './endpoint-errors.ts';

const REQUEST_TIMEOUT_MS = 10_000;
/** Needs no scope, so that its result depends on the connection and the key only. */
const FIRST_ENDPOINT: EndpointName = 'listWebhookEvents';
const LIST_ENDPOINTS: EndpointName[] = ['listBookings', 'listContacts', 'listCalls', 'listServices', 'listWebhooks'];
/** For each list, the endpoint that reads one of its records, and its path parameter. */
const RECORD_ENDPOINTS: Partial<Record<EndpointName, [EndpointName, string]>> = {
  listBookings: ['getBooking', 'id'],
  listContacts: ['getContact', 'id'],
  listCalls: ['getCall', 'id'],
  listWebhooks: ['getWebhook', 'webhookId'],
};

interface Answer {
  found: CheckResult;
  /** The first record's id. */
  id?: string;
  /** True if the platform did not answer. */
  isUnanswered: boolean;
}

/** Requests every read endpoint once. The records of the answers are not shown. */
export async function checkEndpoints(baseUrl: URL, key: Secret, keyHeader: KeyHeader): Promise<CheckResult[]> {
  const { networkSender } = await import('../../api/network/network-sender.ts');
  const network = networkSender();
  const clockSamples: ClockSample[] = [];
  const options = { baseUrl, key: () => key, keyHeader, userAgent: `rcpt-mcp/${VERSION}` };
  const request = async (name: EndpointName, args: Record<string, unknown>): Promise<Answer> => {
    const { method, path, scope }: Endpoint = ENDPOINTS[name];
    const label = `${method} ${API_ROOT}${path}`;
    const elapsed = stopwatch();
    let status = 0;
    const send: Sender = async (outgoing) => {
      const before = Date.now();
      const response = await network.send(outgoing);
      clockSamples.push({ before, after: Date.now(), date: response.headers.date });
      status = response.status;
      return response;
    };
    try {
      const answer = await attempt({ ...options, send }, name, args, REQUEST_TIMEOUT_MS);
      const ms = elapsed();
      const record = firstRecord(answer);
      const data = { status, ms, scope };
      const id = record?.fields.id;
      const found = record?.missing.length
        ? result(`endpoint.${name}`, 'warning', `${label}: its records lack ${record.missing.join(', ')}`, {
            fix: 'Report it to the operator of the platform: its documentation names these fields. Tools work without them.',
            data: { ...data, missing: record.missing },
            subject: subjectOf(name),
            finding: `Records lack ${record.missing.join(', ')}`,
          })
        : result(`endpoint.${name}`, 'ok', `${label}: ${status} in ${ms} ms`, {
            data,
            subject: subjectOf(name),
            finding: 'Answered',
          });
      return { found, isUnanswered: false, ...(typeof id === 'string' ? { id } : {}) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return {
        found: endpointErrorResult(name, label, error.details, elapsed()),
        isUnanswered: error.details.status === undefined,
      };
    }
  };
  try {
    const first = await request(FIRST_ENDPOINT, { query: { per_page: 1 } });
    // If the platform cannot be reached, five more requests would only take time.
    if (first.isUnanswered) return [first.found, ...LIST_ENDPOINTS.map(skipped)];
    const lists = await Promise.all(LIST_ENDPOINTS.map((name) => request(name, { query: { per_page: 1 } })));
    const ones = LIST_ENDPOINTS.flatMap((list, index) => {
      const [name, parameter] = RECORD_ENDPOINTS[list] ?? [];
      const id = lists[index]?.id;
      return name && parameter && id !== undefined ? [request(name, { [parameter]: id })] : [];
    });
    const answers = [first, ...lists, ...(await Promise.all(ones))];
    return [...answers.map(({ found }) => found), checkClock(clockSamples)];
  } finally {
    await network.close();
  }
}

const skipped = (name: EndpointName) => {
  const { method, path } = ENDPOINTS[name];
  return result(`endpoint.${name}`, 'skipped', `${method} ${API_ROOT}${path}: not checked`, {
    subject: path,
    finding: 'Not checked, because the platform did not answer',
  });
};

/** Returns the record of the answer, or the first record of a list. */
function firstRecord(result: unknown): { fields: JsonObject; missing: string[] } | undefined {
  if (!isObject(result)) return undefined;
  const record = Array.isArray(result.items) ? (result.items as unknown[])[0] : result;
  return isObject(record) && isObject(record.fields) && Array.isArray(record.missing)
    ? { fields: record.fields, missing: record.missing as string[] }
    : undefined;
}
