/** Checks `docs/openapi.json` with the rules of Redocly; exit code 1 if it breaks one: `tsx scripts/lint-openapi.ts`. */
import { createConfig, lint } from '@redocly/openapi-core';

const FILE = 'docs/openapi.json';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // `/v1/webhooks/events` beside `/v1/webhooks/{webhookId}`: OpenAPI states that the concrete path wins.
    'no-ambiguous-paths': 'off',
    'no-unused-components': 'error',
    'no-invalid-media-type-examples': 'error',
    'operation-operationId-unique': 'error',
    'operation-parameters-unique': 'error',
    'operation-singular-tag': 'error',
    'path-params-defined': 'error',
    'tags-alphabetical': 'off',
  },
});
const problems = await lint({ ref: FILE, config });
for (const { severity, ruleId, message, location } of problems) {
  console.log(`${FILE}${location[0]?.pointer ?? ''}: ${message} (${ruleId}, ${severity})`);
}
if (problems.length > 0) process.exitCode = 1;
