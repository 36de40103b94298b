import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

const PAUSE_MS = 400;
/** Of so many disturbances, one pauses a server. The others kill one. */
const DISTURBANCES_PER_PAUSE = 3;

interface Server {
  program: RunningProgram;
  client: TestClient;
}

/** Several servers with the embedded platform on one database, which can be killed and paused. */
export interface Cluster {
  /** A client of a server that runs, or is paused. */
  anyClient(): TestClient;
  clients(): TestClient[];
  /** Kills a server with SIGKILL and starts another one, or pauses one. Does nothing while one is being started. */
  disturb(): void;
  /** Resolves when all servers run. */
  settled(): Promise<void>;
  readonly kills: number;
  readonly pauses: number;
  close(): Promise<void>;
}

export async function startCluster(size: number, database: string, random: () => number): Promise<Cluster> {
  const home = temporaryFolder();
  const start = async (): Promise<Server> => {
    const program = startProgram(['http', '--port', '0'], cleanEnvironment(home, { RCPT_DATABASE: database }));
    const url = (await program.until(/http:\/\/\S+\/mcp/))[0];
    return { program, client: await connect('v2 2026-07-28', { url }) };
  };
  const servers = await Promise.all(Array.from({ length: size }, start));
  const index = () => Math.floor(random() * servers.length);
  const disturbances = new Set<Promise<void>>();
  let kills = 0;
  let pauses = 0;

  const pause = async ({ program }: Server) => {
    pauses++;
    program.child.kill('SIGSTOP');
    await delay(PAUSE_MS);
    program.child.kill('SIGCONT');
  };
  const replace = async (victim: Server) => {
    kills++;
    victim.program.child.kill('SIGKILL');
    servers.splice(servers.indexOf(victim), 1);
    await victim.client.close().catch(() => {});
    servers.push(await start());
  };
  return {
    anyClient: () => (servers[index()] as Server).client,
    clients: () => servers.map(({ client }) => client),
    disturb() {
      if (servers.length < size) return;
      const server = servers[index()] as Server;
      const isPause = (kills + pauses) % DISTURBANCES_PER_PAUSE === DISTURBANCES_PER_PAUSE - 1;
      const disturbance = isPause ? pause(server) : replace(server);
      disturbances.add(disturbance);
    },
    settled: async () => void (await Promise.all(disturbances)),
    get kills() {
      return kills;
    },
    get pauses() {
      return pauses;
    },
    async close() {
      await Promise.allSettled(disturbances);
      await Promise.all(servers.map(({ client }) => client.close().catch(() => {})));
      await Promise.all(servers.map(({ program }) => program.stop('SIGKILL')));
      await rm(home, { recursive: true, force: true });
    },
  };
}
