import * as z from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { businessFile } from './business.ts';

/**
 * The JSON Schema of the business file, from which editors complete and check it. Draft 7, the one that the YAML language
 * server supports best.
 */
export function businessFileSchema(): JsonObject {
  const { $schema, properties, ...schema } = z.toJSONSchema(businessFile(), { target: 'draft-7', io: 'input' });
  return {
    $schema,
    title: 'Business file of rcpt-mcp',
    description: 'What a business is: hours, services, people, rules and users. All fields are optional.',
    ...schema,
    properties: {
      $schema: { type: 'string', description: 'The address of this schema, in JSON files' },
      ...properties,
    },
  };
}
