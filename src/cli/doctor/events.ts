import { existsSync } from 'node:fs';
import { exposureWarning } from '../config/key-source.ts';
import { formatDuration } from '../options/duration.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { settingsOf } from './locale.ts';

/** Checks the sources of events. Contradictory settings are reported by the section on settings. */
export async function checkEvents(context: CheckContext): Promise<CheckResult[]> {
  const settings = settingsOf(context);
  if (!settings) return [result('events', 'skipped', 'Events: not checked, because the settings are invalid')];
  const { live, events } = settings;
  if (!live) return [result('events', 'ok', 'The embedded platform emits its events by itself')];
  const found: CheckResult[] = [];
  const { pollMs, secretsFile } = events;
  if (pollMs !== undefined) {
    const every = formatDuration(pollMs);
    found.push(result('events.poll', 'ok', `The platform is polled every ${every}`, { data: { every_ms: pollMs } }));
  }
  if (events.webhooks) {
    found.push(result('events.webhooks', 'ok', 'rcpt-mcp http accepts webhook deliveries at POST /webhooks'));
  }
  if (secretsFile !== undefined) found.push(checkSecretsFile(secretsFile));
  if (pollMs === undefined && !events.webhooks) {
    const fix = 'Add --poll 30s (RCPT_POLL), or --webhooks to rcpt-mcp http, if you need list_recent_events.';
    found.push(result('events', 'note', 'The server has no source of platform events', { fix }));
  }
  return found;
}

function checkSecretsFile(file: string): CheckResult {
  if (!existsSync(file)) {
    return result('events.secrets', 'note', `${file} does not exist yet; manage_webhooks creates it`, {
      data: { file },
    });
  }
  if (exposureWarning(file, 'The secrets') === undefined) {
    return result('events.secrets', 'ok', `Signing secrets are in ${file}`, { data: { file } });
  }
  return result('events.secrets', 'warning', `Every user of this machine can read the signing secrets in ${file}`, {
    fix: `chmod 600 ${file}`,
    data: { file },
  });
}
