import { KEY_PREFIX } from '../../contract/limits.ts';
import { shownDatabase } from '../../lib/database-url.ts';
import type { Option } from '../option.ts';
import { OPTIONS, type OptionName, optionLabel } from '../options.ts';
import { readSettings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { type Finding, finding, type Looking } from './finding.ts';
import { lookAtTracing } from './tracing.ts';

const SECRET: readonly string[] = ['api-key', 'session-cookie', 'webhook-path-secret'];
/** URLs that may have a password in them. */
const DATABASES: readonly string[] = ['database', 'state'];

/** A value as it may be shown. */
function shown(name: string, value: unknown): string {
  if (DATABASES.includes(name)) return shownDatabase(String(value));
  if (!SECRET.includes(name)) return String(value);
  const begins = name === 'api-key' && String(value).trim().startsWith(KEY_PREFIX);
  return begins ? `present (${KEY_PREFIX}…)` : 'present';
}

/** What is configured, and where each value comes from. */
export async function lookAtSettings(looking: Looking): Promise<Finding[]> {
  const { given, sources, problems } = looking;
  const found = problems.map((text) => finding('settings.environment', 'problem', text));
  for (const option of OPTIONS as readonly Option[]) {
    const source = sources[option.name as OptionName];
    if (source === undefined || option.env === undefined) continue;
    const value = shown(option.name, given[option.name as OptionName]);
    const where = source === 'flag' ? optionLabel(option) : option.env;
    const data = { value, source, name: where };
    found.push(finding(`settings.${option.name}`, 'ok', `${option.name}: ${value} (from ${where})`, { data }));
  }
  const rest = found.length > problems.length ? 'All else is' : 'Everything is';
  found.push(finding('settings.defaults', 'ok', `${rest} as by default`, { data: defaults(sources) }));
  try {
    readSettings(given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    found.push(finding('settings', 'problem', error.message));
  }
  return [...found, ...lookAtTracing(looking)];
}

function defaults(sources: Looking['sources']): Record<string, string> {
  const left = (OPTIONS as readonly Option[]).filter(
    ({ name, env, commands }) =>
      env !== undefined && commands.includes('doctor') && sources[name as OptionName] === undefined,
  );
  return Object.fromEntries(left.map((option) => [option.name, option.default ?? '']));
}
