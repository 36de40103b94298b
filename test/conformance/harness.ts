import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from '../../src/app/compose.ts';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { readSettings } from '../../src/config/settings.ts';
import { createLogger } from '../../src/lib/logging/logger.ts';
import {
  connectionFactory,
  fastPathToolsFor,
  resourceUpdates,
  serverFactory,
  sessionServers,
} from '../../src/server/index.ts';
import { serveOverHttp } from '../../src/transport/http/server.ts';
import { allowAll } from '../support/allow-all.ts';
import { temporaryFolder } from '../support/platform.ts';
import { fastPathWithFixtures, fixturesOn, withFixtures } from './fixtures/index.ts';

/**
 * Runs the product with the fixtures of the official suite in a separate process: prints its URL and serves until SIGTERM
 * or SIGINT. `--stdio` puts its stdio transport behind HTTP sessions (see `sessions.ts`); together with `--program`, the
 * built program without fixtures. `--sessions` enables sessions over HTTP.
 */
const off = { type: 'boolean' as const, default: false };
const { values } = parseArgs({ allowPositionals: true, options: { stdio: off, program: off, sessions: off } });
const logger = createLogger({ level: 'warn', format: 'text' });
const home = temporaryFolder();
const { options } = parseInvocation(['http', '--database', join(home, 'harness.db')], {});
const composition = await compose(readSettings(options), logger);
const { services } = composition;
const direct = fastPathWithFixtures(fastPathToolsFor(composition));

async function serve() {
  if (values.stdio) {
    const { serveSessions, stdioOf, stdioOfProgram } = await import('./sessions.ts');
    if (values.program) return serveSessions(() => stdioOfProgram(['--database', join(home, 'program.db')]));
    return serveSessions(() => {
      const connection = connectionFactory(composition);
      return stdioOf({ ...connection, factory: withFixtures(connection.factory, services, true), logger });
    });
  }
  const factory = withFixtures(serverFactory(composition), services, false);
  const { ready } = composition;
  const servers = sessionServers(composition);
  const connect = () => fixturesOn(servers(), services, true);
  const session = { caller: '', rights: '', verified: () => true, connect };
  const authorize = allowAll({ factory, fastPathTools: direct, updates: resourceUpdates(services), session });
  const maxSessions = values.sessions ? 200 : 0;
  return serveOverHttp({ authorize, logger, host: '127.0.0.1', port: 0, ready, maxSessions });
}

const server = await serve();
process.stdout.write(`${server.url.replace('127.0.0.1', 'localhost')}\n`);
const shutDown = async () => {
  await server.close();
  await composition.close();
  rmSync(home, { recursive: true, force: true });
  process.exit();
};
process.once('SIGTERM', () => void shutDown());
process.once('SIGINT', () => void shutDown());
