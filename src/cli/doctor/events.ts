import { existsSync } from 'node:fs';
import { writeDuration } from '../duration.ts';
import { exposure } from '../key-source.ts';
import { type Finding, finding, type Looking } from './finding.ts';
import { settingsOf } from './place.ts';

/** What tells the server of what happened on the platform. What contradicts itself is said with the settings. */
export async function lookAtEvents(looking: Looking): Promise<Finding[]> {
  const settings = settingsOf(looking);
  if (!settings) return [finding('events', 'skipped', 'Events: not looked at, the settings are wrong')];
  const { live, events } = settings;
  if (!live) return [finding('events', 'ok', 'The embedded platform tells what happens by itself')];
  const found: Finding[] = [];
  const { pollMs, secretsFile } = events;
  if (pollMs !== undefined) {
    const every = writeDuration(pollMs);
    found.push(finding('events.poll', 'ok', `The platform is asked every ${every}`, { data: { every_ms: pollMs } }));
  }
  if (events.webhooks) {
    found.push(finding('events.webhooks', 'ok', 'rcpt-mcp http takes notifications at POST /webhooks'));
  }
  if (secretsFile !== undefined) found.push(lookAtSecrets(secretsFile));
  if (pollMs === undefined && !events.webhooks) {
    const fix = 'Add --poll 30s (RCPT_POLL), or --webhooks to rcpt-mcp http, if list_recent_events is wanted.';
    found.push(finding('events', 'note', 'Nothing tells the server of what happens on the platform', { fix }));
  }
  return found;
}

function lookAtSecrets(file: string): Finding {
  if (!existsSync(file)) {
    return finding('events.secrets', 'note', `${file} is not there yet; manage_webhooks makes it`, { data: { file } });
  }
  if (exposure(file, 'The secrets') === undefined) {
    return finding('events.secrets', 'ok', `Signing secrets are in ${file}`, { data: { file } });
  }
  return finding('events.secrets', 'warning', `Every user of this machine can read the signing secrets in ${file}`, {
    fix: `chmod 600 ${file}`,
    data: { file },
  });
}
