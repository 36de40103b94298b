import * as z from 'zod';
import { ApiError } from '../api/index.ts';
import { ALL_SCOPES, type ApiKey, DEFAULT_KEY_DAYS, KEY_PREFIX, label, type Read } from '../contract/index.ts';
import { Secret } from '../lib/secrets/secret.ts';
import { listed, quoted, say, trusted } from '../lib/text/sentence.ts';
import { epochMs } from '../lib/time/intervals.ts';
import { DAY_MS } from '../lib/time/units.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import { omitNullish } from './presenters/record.ts';

/** Finds the key in a response whose shape is not specified: the string with the prefix of every key. */
function findKey(value: unknown): string | undefined {
  if (typeof value === 'string') return value.startsWith(KEY_PREFIX) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = findKey(part);
    if (found) return found;
  }
  return undefined;
}

/** Compares a created key with the request. The platform may round its expiry to a day of its own time zone. */
async function compareKey(
  { fields }: Read<typeof ApiKey>,
  { name, scopes, expires_in_days: days }: { name: string; scopes: readonly string[]; expires_in_days: number },
  now: number,
) {
  const { compareFields, sortedSet } = await import('./idempotency/comparison.ts');
  const createdAt = epochMs(fields.created_at) ?? now;
  const expires = (value: unknown) => ((epochMs(String(value)) ?? Number.NaN) - createdAt) / DAY_MS;
  return compareFields([
    ['name', name, fields.name],
    ['scopes', sortedSet(scopes), fields.scopes && sortedSet(fields.scopes)],
    ['expires_at', days, fields.expires_at, (expiresAt) => Math.abs(expires(expiresAt) - days) <= 1.5],
  ]);
}

export const keyTools = [
  defineTool({
    name: 'create_api_key',
    title: 'Create an API key',
    description:
      "Create an API key for the operator's team. The key goes to a file that only the user can read; the answer has its path and prefix.",
    toolset: 'keys',
    effect: 'create',
    scope: null,
    input: () =>
      z.strictObject({
        name: z.string().trim().min(1).max(200).describe('Label'),
        scopes: z.array(z.enum(ALL_SCOPES)).min(1).max(ALL_SCOPES.length),
        expires_in_days: z.int().min(1).max(3_650).default(DEFAULT_KEY_DAYS),
      }),
    output: () =>
      z.object({
        api_key: z.object({
          id: z.string().optional(),
          name: label(),
          prefix: z.string().describe('First characters of the key'),
          scopes: z.array(z.string()),
          expires_at: z.string().optional(),
        }),
        file: z.string().describe('File with the key; only the user can read it'),
      }),
    summary: (output) => `The key was created and put into ${output.file}. It is shown nowhere else.`,
    async confirm({ name, scopes, expires_in_days: days }) {
      const may = listed(scopes.map(trusted), scopes.length);
      return say`Create an API key that may ${may} for ${days} days, with the name ${quoted(name)}?`;
    },
    async run(input, context) {
      const { api, settings, signal, reserveSecretFile } = context;
      if (!settings.teamId) throw new ToolError('The operator must set RCPT_TEAM_ID and RCPT_SESSION_COOKIE first.');
      // The file is created first, because a key that cannot be stored is lost.
      const reserved = await reserveSecretFile('api-key');
      try {
        const read = await api.createApiKey({ team_id: settings.teamId, body: input, signal });
        const key = findKey([read.fields, read.other]);
        const { differing } = await compareKey(read, input, context.clock.now());
        if (!key || differing.length > 0)
          throw new ApiError({ kind: 'unconfirmed', endpoint: 'createApiKey', changed: 'unknown', differing });
        const file = await reserved.write(new Secret(key, 'caller'));
        const { id, expires_at } = read.fields;
        const prefix = key.slice(0, KEY_PREFIX.length + 4);
        return {
          api_key: { ...omitNullish({ id, expires_at }), name: input.name, prefix, scopes: input.scopes },
          file,
        };
      } finally {
        await reserved.discardIfUnused();
      }
    },
  }),
];
