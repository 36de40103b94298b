import type { JsonObject } from '../../../src/lib/json.ts';
import { type ClientKind, serverCommand, toCallResult } from './client.ts';

const ERAS = { modern: '2026', legacy: '2025' } as const;

/** The command line of the Inspector: one process per request. `--strict` rejects schemas that are not portable. */
const inspector = (transport: 'stdio' | 'HTTP', era: keyof typeof ERAS): ClientKind => ({
  name: 'Inspector, --strict',
  through: `${transport}, ${ERAS[era]}`,
  open: async ({ url, env }, { run }) => {
    const variables = Object.entries(env).filter(([name]) => name.startsWith('RCPT_'));
    const server =
      transport === 'HTTP'
        ? [url, '--transport', 'http']
        : [
            serverCommand.command,
            ...serverCommand.args,
            '--',
            ...variables.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
          ];
    const inspect = async (...args: string[]): Promise<JsonObject> => {
      const options = ['--protocol-era', era, '--format', 'json', '-q'];
      const { code, stdout, stderr } = await run('inspector', ['--cli', ...server, ...options, ...args], {
        env: { HOME: env.HOME },
      });
      // Exit code 5: the tool returned an error.
      if (code !== 0 && code !== 5) throw new Error(`the Inspector ended with ${code}: ${stderr || stdout}`);
      return (JSON.parse(stdout) as { result: JsonObject }).result;
    };
    return {
      async tools() {
        const { tools } = await inspect('--method', 'tools/list', '--strict');
        return (tools as { name: string }[]).map(({ name }) => name);
      },
      call: async (name, args) =>
        toCallResult(
          await inspect('--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)),
        ),
      forms: () => 0,
      close: async () => {},
    };
  },
});

export const INSPECTORS: readonly ClientKind[] = [
  inspector('stdio', 'legacy'),
  inspector('stdio', 'modern'),
  inspector('HTTP', 'legacy'),
  inspector('HTTP', 'modern'),
];
