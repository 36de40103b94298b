import { requireAuthentication } from '../../config/auth.ts';
import { readDashboardOff, readHttpSettings, readListenAddress } from '../../config/http.ts';
import { OPTIONS } from '../../config/options/index.ts';
import type { Settings } from '../../config/settings.ts';
import { CommandError, UsageError } from '../../config/usage-error.ts';
import { readVoiceSettings } from '../../config/voice.ts';
import { requireFreeAddress } from '../runtime/listen-errors.ts';
import { checkCallers } from './callers.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { settingsOf } from './settings-of.ts';

const DEFAULT_PORT = 8787;

/** True if an option is set that only servers over HTTP have. */
export const isHttpConfigured = (sources: CheckContext['sources']): boolean =>
  OPTIONS.some(
    ({ name, commands }) => sources[name] !== undefined && commands.includes('http') && !commands.includes('stdio'),
  );

/** Checks what `rcpt-mcp http` checks when it starts. Nothing is shown for a server over stdio. */
export async function checkHttp(context: CheckContext): Promise<CheckResult[]> {
  if (!isHttpConfigured(context.sources)) return [];
  const settings = settingsOf(context);
  if (!settings) return [result('http', 'skipped', 'The HTTP server: not checked, because the settings are invalid')];
  const refusals = refusalsOf(context, settings).map((message) => result('http', 'problem', message));
  const callers = await checkCallers(settings.auth);
  return refusals.length > 0 ? [...refusals, ...callers] : [await checkListen(context), ...callers];
}

/** The sentences with which the server would refuse to start. */
function refusalsOf({ options }: CheckContext, { remote, auth }: Settings): string[] {
  const readers = [
    () => readVoiceSettings(options, auth),
    () => readListenAddress(options, DEFAULT_PORT, () => requireAuthentication(options)),
    () => readDashboardOff(options, { isRemote: remote !== undefined, isPublicByDefault: false }),
    () => readHttpSettings(options),
  ];
  return readers.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return [error.message];
    }
  });
}

/** Listens for a moment. A server that runs already uses its port. */
async function checkListen({ options }: CheckContext): Promise<CheckResult> {
  const { host, port } = readListenAddress(options, DEFAULT_PORT, () => {});
  const data = { host, port };
  try {
    await requireFreeAddress({ host, port });
    return result('http', 'ok', `rcpt-mcp http can listen on ${host}, port ${port}`, { data });
  } catch (error) {
    if (!(error instanceof CommandError)) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
      return result('http', 'problem', `rcpt-mcp http cannot listen on ${host}, port ${port} (${code})`, { data });
    }
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code !== 'EADDRINUSE') {
      return result('http', 'problem', error.message, { data });
    }
    const summary = `Port ${port} is in use: by this server if it runs now, otherwise by another program`;
    return result('http', 'note', summary, { fix: 'To use another port: --port 8080 (RCPT_PORT).', data });
  }
}
