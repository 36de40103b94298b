/**
 * Takes the place of `@modelcontextprotocol/server/_shims` in the bundle (`scripts/build.ts`): the same for Node, with
 * the smaller of the SDK's two JSON Schema validators. Only the form that asks for a confirmation is validated with it,
 * and ajv would take a tenth of what loading the SDK takes.
 */
import process from 'node:process';

export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
export { process };
