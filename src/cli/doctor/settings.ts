import { KEY_PREFIX } from '../../contract/limits.ts';
import { redactDatabaseUrl } from '../../lib/database-url.ts';
import { Secret } from '../../lib/secret.ts';
import { readSettings } from '../config/settings.ts';
import { OPTIONS, type OptionName, type OptionValues } from '../options/index.ts';
import { type Option, optionLabel, shownDefault } from '../options/option.ts';
import { UsageError } from '../runtime/usage-error.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { checkTracing } from './tracing.ts';

/** A value as it may be shown. */
function shown({ name, type }: Option<OptionName>, options: OptionValues): string {
  const value = options[name];
  if (type.kind === 'database') return redactDatabaseUrl(type.format(value));
  if (!(value instanceof Secret)) return type.format(value);
  const begins = name === 'api-key' && value.reveal().trim().startsWith(KEY_PREFIX);
  return begins ? `present (${KEY_PREFIX}…)` : 'present';
}

/** The configuration, and the source of each value. */
export async function checkSettings(context: CheckContext): Promise<CheckResult[]> {
  const { options, sources, problems, invalid } = context;
  const wrong = problems.map((text) => result('settings.environment', 'problem', text));
  const found: CheckResult[] = [];
  for (const option of OPTIONS) {
    const { name, env } = option;
    const source = sources[name];
    if (source === undefined || env === undefined || invalid[name] !== undefined) continue;
    const value = shown(option, options);
    const where = source === 'flag' ? optionLabel(option) : env;
    const data = { value, source, name: where };
    found.push(result(`settings.${name}`, 'ok', `${name}: ${value} (from ${where})`, { data }));
  }
  const rest = found.length > 0 ? 'All other options have their' : 'All options have their';
  found.push(result('settings.defaults', 'ok', `${rest} defaults`, { data: defaults(sources) }));
  return [...wrong, ...found, ...contradictions(context), ...checkTracing(context)];
}

/** Values that cannot be used; where there are none, options that contradict each other. */
function contradictions({ options, invalid }: CheckContext): CheckResult[] {
  const messages = Object.values(invalid);
  if (messages.length > 0) return messages.map((message) => result('settings', 'problem', message));
  try {
    readSettings(options);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [result('settings', 'problem', error.message)];
  }
}

function defaults(sources: CheckContext['sources']): Record<string, string> {
  const left = OPTIONS.filter(
    ({ name, env, commands }) => env !== undefined && commands.includes('doctor') && sources[name] === undefined,
  );
  return Object.fromEntries(left.map((option) => [option.name, shownDefault(option)]));
}
