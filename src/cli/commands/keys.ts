import type { OptionValues } from '../../config/options/index.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { ALL_SCOPES, apiKeyBodySchema, isScope, type Scope } from '../../contract/index.ts';
import { cleanLine } from '../../lib/text/text.ts';
import type { KeyInfo } from '../../platform/index.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import { recordCommand } from '../runtime/record-command.ts';
import { printJson } from '../terminal/print-json.ts';
import { recordTable } from '../terminal/table.ts';
import { formatMinute, manage } from './manage.ts';

const MAX_NAME_LENGTH = 40;
/** Characters of an id in the audit log. */
const MAX_ID_LENGTH = 128;

function readScopes(options: OptionValues): Scope[] {
  const names = options.scopes?.split(',').map((name) => name.trim());
  if (!names) return ALL_SCOPES;
  const scopes = names.filter(isScope);
  if (scopes.length < names.length) {
    throw new UsageError(
      `--scopes must be a comma list of ${ALL_SCOPES.join(', ')}, such as --scopes read:bookings,write:bookings.`,
    );
  }
  return scopes;
}

export const runKeys = manage({
  create: async (platform, run) => {
    const { options, print } = run;
    const { name } = options;
    if (!name) throw new UsageError('keys create needs a label, such as --name "front desk".');
    if (!apiKeyBodySchema().shape.name.safeParse(name).success)
      throw new UsageError('--name must have at most 200 characters.');
    const expiresInDays = options['expires-in-days'];
    const scopes = readScopes(options);
    const created = await recordCommand(run, { tool: 'keys create' }, () =>
      platform.keys.create({ name, scopes, expiresInDays }),
    );
    const revoke = followUp(run, `keys revoke ${created.id}`);
    run.ifUnwritten(`Key ${created.id} is made, and its value is lost. Revoke it, and make another one: ${revoke}`);
    print(`Key ${created.id} (${cleanLine(name)}), shown this once:`);
    print(created.key.reveal());
  },
  list: async (platform, run) => {
    const { print, options } = run;
    const keys = await platform.keys.list();
    if (options.json) return printJson({ print }, keys.map(shown));
    if (keys.length === 0)
      return print(`There are no API keys yet. To make one: ${followUp(run, 'keys create --name NAME')}`);
    const rows = keys.map((key) => [
      key.id,
      cleanLine(key.name),
      key.status.replace('_', ' '),
      formatMinute(key.expiresAt),
      formatMinute(key.lastUsedAt),
      key.scopes.length === ALL_SCOPES.length ? 'all' : key.scopes.join(','),
    ]);
    const head = ['id', ['name', MAX_NAME_LENGTH], 'status', 'expires (UTC)', 'last used (UTC)', 'scopes'] as const;
    for (const line of recordTable(head, rows, run)) print(line);
  },
  revoke: async (platform, run) => {
    const id = requiredArgument(run);
    await recordCommand(run, { tool: 'keys revoke', recordId: id.slice(0, MAX_ID_LENGTH) }, async () => {
      if (await platform.keys.revoke(id)) return {};
      throw new CommandError(`There is no key ${id}. To see all: ${followUp(run, 'keys list')}`);
    });
    run.print(`Key ${id} is revoked.`);
  },
});

const shown = (key: KeyInfo) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  status: key.status,
  scopes: key.scopes,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
  last_used_at: key.lastUsedAt,
});
