import { callReportSchema } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { INTAKE_PATH } from '../../src/platform/intake/mount.ts';
import {
  incomplete,
  notGenuine,
  tooLarge,
  tooManyKept,
  unavailable,
  unknownSource,
} from '../../src/platform/intake/report-answers.ts';
import { jsonBody } from './operations.ts';
import { type Components, jsonSchemaOf, refTo } from './schemas.ts';

const STORED = {
  type: 'object',
  properties: {
    received: { const: true },
    repeated: { const: true, description: 'The same content was received before.' },
    understood: { type: 'boolean' },
    report_id: { type: 'string' },
    call_id: { type: ['string', 'null'], description: 'Null until the call has ended.' },
    reason: { type: 'string', description: 'Why the report is not understood.' },
  },
  required: ['received'],
  additionalProperties: false,
};

const REFUSALS: readonly (readonly [answer: () => Response, description: string])[] = [
  [incomplete, 'The body is incomplete, or no text in UTF-8.'],
  [() => notGenuine('signature'), 'The signature is wrong or missing, or its time is outside of the window.'],
  [unknownSource, 'No source has this address.'],
  [tooLarge, 'The body is too large.'],
  [tooManyKept, 'Too many reports of the source are not understood.'],
  [unavailable, 'The database cannot store the report now.'],
];

/** The operation that receives reports of calls. Its body is that of sources of the kind `generic`. */
export function intakePaths(schemas: Components): Record<string, JsonObject> {
  schemas.CallReport = jsonSchemaOf(callReportSchema(), 'input');
  const content = { 'application/json': { schema: STORED } };
  const refusals = REFUSALS.map(([answer, description]) => {
    const headers = answer().headers.has('retry-after') ? { 'Retry-After': refTo('headers', 'Retry-After') } : {};
    const schema = refTo('schemas', 'Error');
    return [answer().status, { description, headers, content: { 'application/json': { schema } } }] as const;
  });
  return {
    [`${INTAKE_PATH}/{source_id}`]: {
      post: {
        operationId: 'receiveCallReport',
        summary: 'Receive the report of a call',
        description:
          'Verified by the signature of the source, not by a key. This body is that of sources of the kind `generic`, signed as Standard Webhooks; those of voice vendors are their own.',
        tags: ['intake'],
        'x-extension': 'call_sources',
        security: [],
        parameters: [
          {
            name: 'source_id',
            in: 'path',
            required: true,
            description: 'Id of the source.',
            schema: { type: 'string' },
          },
        ],
        requestBody: jsonBody(refTo('schemas', 'CallReport')),
        responses: {
          200: {
            description: 'The report is stored, was received before, or is a step of a call that is not stored.',
            content,
          },
          202: { description: 'The report is genuine and stored, but not understood.', content },
          ...Object.fromEntries(refusals),
        },
      },
    },
  };
}
