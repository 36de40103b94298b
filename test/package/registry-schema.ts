import { z } from 'zod';

/**
 * The part of the schema of server.json that this project uses, written after the documentation of the MCP registry
 * (modelcontextprotocol/registry, docs/reference/server-json, schema 2025-12-11). Stricter than the original: unknown
 * names are errors.
 */
const version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);

const input = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).min(1).optional(),
});

const transport = z.strictObject({ type: z.literal('stdio') });

const npm = z.strictObject({
  registryType: z.literal('npm'),
  registryBaseUrl: z.literal('https://registry.npmjs.org'),
  identifier: z.string().min(1),
  version,
  runtimeHint: z.literal('npx'),
  transport,
  environmentVariables: z.array(input),
});

const mcpb = z.strictObject({
  registryType: z.literal('mcpb'),
  identifier: z.url().regex(/^https:\/\/github\.com\/[\w-]+\/[\w.-]+\/releases\/download\/.*mcpb/),
  version,
  fileSha256: z.string().regex(/^[a-f0-9]{64}$/),
  transport,
});

export const ServerJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: version.max(255),
  websiteUrl: z.url().optional(),
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }).optional(),
  packages: z.array(z.discriminatedUnion('registryType', [npm, mcpb])).min(1),
});
