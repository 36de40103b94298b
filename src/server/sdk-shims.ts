/**
 * Replaces `@modelcontextprotocol/server/_shims` in the bundle (`scripts/build.ts`): the same for Node, with the smaller
 * of the SDK's two JSON Schema validators. It validates only the confirmation form; loading ajv would take a tenth of the
 * time of loading the SDK.
 */
import process from 'node:process';

export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
export { process };
