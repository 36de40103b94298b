import { OPTIONS, type OptionName, type OptionValues } from '../../config/options/index.ts';
import { type Option, optionLabel, shownDefault } from '../../config/options/option.ts';
import { readSettings } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { KEY_PREFIX } from '../../contract/limits.ts';
import { redactDatabaseUrl } from '../../lib/database/redact-database-url.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import { errorMessage } from '../runtime/error-message.ts';
import { checkAudit } from './audit.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { checkTracing } from './tracing.ts';

/** Formats a value without secrets. */
function shown({ name, type }: Option<OptionName>, options: OptionValues): string {
  const value = options[name];
  if (type.kind === 'database') return redactDatabaseUrl(type.format(value));
  if (!(value instanceof Secret)) return type.format(value);
  const hasPrefix = name === 'api-key' && value.reveal().trim().startsWith(KEY_PREFIX);
  return hasPrefix ? `present (${KEY_PREFIX}…)` : 'present';
}

/** Reports the configuration, the source of each value, and errors. */
export async function checkSettings(context: CheckContext): Promise<CheckResult[]> {
  const { options, sources, problems, invalid } = context;
  const errors = problems.map((text) => result('settings.environment', 'problem', text));
  const found: CheckResult[] = [];
  for (const option of OPTIONS) {
    const { name, env } = option;
    const source = sources[name];
    if (source === undefined || env === undefined || invalid[name] !== undefined) continue;
    const value = shown(option, options);
    const label = source === 'flag' ? optionLabel(option) : env;
    const data = { value, source, name: label };
    found.push(result(`settings.${name}`, 'ok', `${name}: ${value} (from ${label})`, { data }));
  }
  const rest = found.length > 0 ? 'All other options have their' : 'All options have their';
  found.push(result('settings.defaults', 'ok', `${rest} defaults`, { data: defaults(sources) }));
  return [
    ...errors,
    ...found,
    ...(await contradictions(context)),
    ...unusual(context),
    ...checkAudit(context),
    ...checkTracing(context),
  ];
}

/** Reports invalid values; if there are none, options that contradict each other. */
async function contradictions({ options, invalid }: CheckContext): Promise<CheckResult[]> {
  const messages = await Promise.all(Object.values(invalid).map((error) => errorMessage(error, ['doctor'])));
  if (messages.length > 0) return messages.map((message) => result('settings', 'problem', message));
  try {
    readSettings(options);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [result('settings', 'problem', error.message)];
  }
}

/** Reports what the program says about valid settings when it starts. */
function unusual({ options }: CheckContext): CheckResult[] {
  if (options.confirm !== 'never') return [];
  const fix = 'To ask before such calls: --confirm destructive (RCPT_CONFIRM).';
  return [result('settings', 'note', 'Calls that cancel or delete run without confirmation', { fix })];
}

function defaults(sources: CheckContext['sources']): Record<string, string> {
  const unset = OPTIONS.filter(
    ({ name, env, commands }) => env !== undefined && commands.includes('doctor') && sources[name] === undefined,
  );
  return Object.fromEntries(unset.map((option) => [option.name, shownDefault(option)]));
}
