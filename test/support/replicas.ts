import { rm } from 'node:fs/promises';
import { type Balancer, startBalancer } from './balancer.ts';
import { temporaryFolder } from './platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from './program.ts';

export interface Replicas {
  programs: RunningProgram[];
  /** The base URL of each, without a path. */
  urls: string[];
  balancer: Balancer;
  /** Starts another replica that is not behind the load balancer, and returns its base URL. */
  startAnother(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts several HTTP servers with the same configuration behind a load balancer.
 * @param homes `own`: each has a home folder of its own, as on a computer of its own.
 */
export async function startReplicas(
  count: number,
  env: Record<string, string>,
  args: readonly string[] = [],
  homes: 'shared' | 'own' = 'shared',
): Promise<Replicas> {
  const folders = [temporaryFolder()];
  const start = () => {
    if (homes === 'own') folders.push(temporaryFolder());
    return startProgram(['http', '--port', '0', ...args], cleanEnvironment(folders.at(-1) as string, env));
  };
  const baseUrl = async (program: RunningProgram) => (await program.until(/(http:\/\/\S+)\/mcp/))[1] as string;
  const programs = Array.from({ length: count }, start);
  const stop = () => Promise.all(programs.map((program) => program.stop()));
  try {
    const urls = await Promise.all(programs.map(baseUrl));
    const balancer = await startBalancer(urls);
    return {
      programs,
      urls,
      balancer,
      startAnother() {
        const program = start();
        programs.push(program);
        return baseUrl(program);
      },
      async close() {
        await balancer.close();
        await stop();
        await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
