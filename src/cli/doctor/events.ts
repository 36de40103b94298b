import { existsSync, readFileSync } from 'node:fs';
import { exposureWarning } from '../../config/key-source.ts';
import { formatDuration } from '../../config/options/duration.ts';
import { parseSecrets } from '../../events/secrets.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { settingsOf } from './settings-of.ts';

/** Checks the sources of events. Contradictory settings are reported by the section on settings. */
export async function checkEvents(context: CheckContext): Promise<CheckResult[]> {
  const settings = settingsOf(context);
  if (!settings) return [result('events', 'skipped', 'Events: not checked, because the settings are invalid')];
  const { remote, events } = settings;
  if (!remote) return [result('events', 'ok', 'The embedded platform emits its events by itself')];
  const found: CheckResult[] = [];
  const { pollMs, secretsFile } = events;
  if (pollMs !== undefined) {
    const every = formatDuration(pollMs);
    found.push(result('events.poll', 'ok', `The platform is polled every ${every}`, { data: { every_ms: pollMs } }));
  }
  if (events.webhooks) {
    found.push(result('events.webhooks', 'ok', 'rcpt-mcp http accepts webhook deliveries at POST /webhooks'));
  }
  if (secretsFile !== undefined) found.push(...checkSecretsFile(secretsFile));
  if (pollMs === undefined && !events.webhooks) {
    const fix = 'Add --poll 30s (RCPT_POLL), or --webhooks to rcpt-mcp http, if you need list_recent_events.';
    found.push(result('events', 'note', 'The server has no source of platform events', { fix }));
  }
  return found;
}

function checkSecretsFile(file: string): CheckResult[] {
  const id = 'events.secrets';
  const data = { file };
  if (!existsSync(file))
    return [result(id, 'note', `${file} does not exist yet; manage_webhooks creates it`, { data })];
  if (exposureWarning(file, 'The secrets') !== undefined) {
    const summary = `The mode of ${file} lets every user of this computer read the signing secrets`;
    return [result(id, 'warning', summary, { fix: `chmod 600 ${file}`, data }), ...invalidLines(id, file)];
  }
  const invalid = invalidLines(id, file);
  return invalid.length > 0 ? invalid : [result(id, 'ok', `Signing secrets are in ${file}`, { data })];
}

function invalidLines(id: string, file: string): CheckResult[] {
  try {
    const { secrets, invalidLines: lines } = parseSecrets(readFileSync(file, 'utf8'));
    const data = { file, secrets: secrets.length, lines };
    if (lines.length === 0) return [];
    const fix = 'Each line must be a signing secret (whsec_…) or begin with #.';
    return [result(id, 'warning', `${file} has lines that are no signing secrets: ${lines.join(', ')}`, { fix, data })];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    const fix = 'Give this user the permission to read it.';
    const summary = `${file} cannot be read (${code}): deliveries are refused`;
    return [result(id, 'problem', summary, { fix, data: { file } })];
  }
}
