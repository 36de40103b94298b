import type { JsonObject } from '../../../src/lib/json.ts';
import { type ClientKind, serverCommand } from './client.ts';

/** The command line of mcporter. */
const mcporter = (transport: 'stdio' | 'HTTP'): ClientKind => ({
  name: 'mcporter',
  through: transport,
  open: async ({ url, env }, { run }) => {
    const variables = Object.entries(env).filter(([name]) => name.startsWith('RCPT_'));
    const server =
      transport === 'HTTP'
        ? ['--http-url', url, '--allow-http']
        : [
            '--stdio',
            serverCommand.command,
            ...serverCommand.args.flatMap((arg) => ['--stdio-arg', arg]),
            ...variables.flatMap(([name, value]) => ['--env', `${name}=${value}`]),
          ];
    const execute = async (...args: string[]): Promise<JsonObject> => {
      const { stdout, stderr } = await run('mcporter', [...args, ...server, '--name', 'rcpt'], {
        env: { HOME: env.HOME },
        cwd: env.HOME,
      });
      try {
        return JSON.parse(stdout);
      } catch {
        throw new Error(`mcporter printed no JSON: ${stderr || stdout}`);
      }
    };
    return {
      async tools() {
        const { tools } = await execute('list', '--json');
        return (tools as { name: string }[]).map(({ name }) => name);
      },
      async call(name, args) {
        // It prints only the structured content: an error is recognized by its shape.
        const data = await execute('call', name, '--args', JSON.stringify(args), '--output', 'json');
        return { isError: data.error !== undefined, data };
      },
      forms: () => 0,
      close: async () => {},
    };
  },
});

export const MCPORTERS: readonly ClientKind[] = [mcporter('stdio'), mcporter('HTTP')];
