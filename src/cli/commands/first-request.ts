import { commandLine } from '../../lib/command-line.ts';
import type { Secret } from '../../lib/secrets/secret.ts';

/** The syntax of PowerShell on Windows, and of POSIX shells elsewhere. Keys and addresses need no quotes in either. */
const SHELLS = {
  posix: {
    set: (value: string) => `export KEY=${value}`,
    request: (url: string) => `curl -H "Authorization: Bearer $KEY" ${url}`,
    serve: (origin: string) => `RCPT_BASE_URL=${origin} RCPT_API_KEY=$KEY ${commandLine('http')}`,
  },
  powershell: {
    set: (value: string) => `$KEY = "${value}"`,
    // In Windows PowerShell, curl is another command.
    request: (url: string) => `curl.exe -H "Authorization: Bearer $KEY" ${url}`,
    serve: (origin: string) => `$env:RCPT_BASE_URL = "${origin}"; $env:RCPT_API_KEY = $KEY; ${commandLine('http')}`,
  },
} as const;

/**
 * Returns the lines with which a first request can be pasted into a terminal.
 * @param origin the address of the platform, such as `http://127.0.0.1:8788`
 * @param key the key that was created with the database; undefined on later starts
 * @param databaseFlag what `rcpt-mcp keys` needs to use the same database
 */
export function firstRequestLines(origin: string, key: Secret | undefined, databaseFlag: string): string[] {
  const { set, request, serve } = SHELLS[process.platform === 'win32' ? 'powershell' : 'posix'];
  const command = `    ${request(`${origin}/api/v1/services`)}`;
  const first = key
    ? [
        `  API key, shown this once: ${key.reveal()}`,
        '  To list the services, paste this into another terminal:',
        `    ${set(key.reveal())}`,
        command,
      ]
    : [
        '  The database already has an API key, which was shown when it was created. To create another one:',
        `    ${commandLine(`keys create --name NAME${databaseFlag}`)}`,
        '  To list the services, with a key in KEY:',
        command,
      ];
  return [...first, '  To serve this platform to AI clients:', `    ${serve(origin)}`];
}
