import { existsSync, readFileSync } from 'node:fs';
import { exposureWarning } from '../../config/key-source.ts';
import { formatDuration } from '../../config/options/duration.ts';
import { parseSecrets } from '../../events/secrets.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { settingsOf } from './settings-of.ts';
import { writeProblem } from './writable.ts';

/** Checks the sources of events. Contradictory settings are reported by the section on settings. */
export async function checkEvents(context: CheckContext): Promise<CheckResult[]> {
  const settings = settingsOf(context);
  if (!settings) return [result('events', 'skipped', 'Events: not checked, because the settings are invalid')];
  const { remote, events } = settings;
  const { pollMs, secretsFile } = events;
  const secrets = secretsFile === undefined ? [] : checkSecretsFile(secretsFile);
  if (!remote) return [result('events', 'ok', 'The embedded platform emits its events by itself'), ...secrets];
  const found: CheckResult[] = [];
  if (pollMs !== undefined) {
    const every = formatDuration(pollMs);
    found.push(result('events.poll', 'ok', `The platform is polled every ${every}`, { data: { every_ms: pollMs } }));
  }
  if (events.webhooks) {
    found.push(result('events.webhooks', 'ok', 'rcpt-mcp http accepts webhook deliveries at POST /webhooks'));
  }
  found.push(...secrets);
  if (pollMs === undefined && !events.webhooks) {
    const fix = 'Add --poll 30s (RCPT_POLL), or --webhooks to rcpt-mcp http, if you need list_recent_events.';
    found.push(result('events', 'note', 'The server has no source of platform events', { fix }));
  }
  return found;
}

function checkSecretsFile(file: string): CheckResult[] {
  const id = 'events.secrets';
  const data = { file };
  const code = writeProblem(file);
  if (code !== undefined && (code === 'EISDIR' || !existsSync(file))) {
    const fix = 'Name another file with --webhook-secrets (RCPT_WEBHOOK_SECRETS).';
    return [result(id, 'problem', `Signing secrets cannot be in ${file} (${code})`, { fix, data })];
  }
  if (!existsSync(file))
    return [result(id, 'note', `${file} does not exist yet; manage_webhooks creates it`, { data })];
  if (exposureWarning(file, 'The secrets') !== undefined) {
    const summary = `The mode of ${file} lets every user of this computer read the signing secrets`;
    return [result(id, 'warning', summary, { fix: `chmod 600 ${file}`, data }), ...invalidLines(id, file)];
  }
  const invalid = invalidLines(id, file);
  if (invalid.length > 0) return invalid;
  const summary = `Signing secrets are in ${file}`;
  if (code === undefined) return [result(id, 'ok', summary, { data })];
  return [result(id, 'note', `${summary}, to which manage_webhooks cannot add new ones (${code})`, { data })];
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
