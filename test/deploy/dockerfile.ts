import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

/** The image that the last stage of the Dockerfile creates. */
export interface Image {
  /** Paths in the image and their sources in the build stage. */
  copies: { from: string; to: string }[];
  env: Record<string, string>;
  user: string;
  port: number;
  stopSignal: string;
  healthcheck: string[];
  entrypoint: string[];
  command: string[];
}

/** Returns the instructions in order, with continued lines joined. */
export function instructionsOf(dockerfile: string): { name: string; rest: string }[] {
  return dockerfile
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+(.*)/s))
    .map(([name = '', rest = '']) => ({ name, rest }));
}

export function readImage(): Image {
  const all = instructionsOf(read('deploy/Dockerfile'));
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const of = (name: string) => last.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
  const one = (name: string) => of(name)[0] ?? '';
  const words = (text: string) => JSON.parse(text) as string[];
  return {
    copies: of('COPY').flatMap((text) => {
      const [to = '', ...from] = text
        .replace(/^--from=\w+ /, '')
        .split(' ')
        .reverse();
      return from.map((source) => ({
        from: source,
        to: to.endsWith('/') ? `${to}${source.slice(source.lastIndexOf('/') + 1)}` : to,
      }));
    }),
    env: Object.fromEntries(of('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split(/=(.*)/s, 2)))),
    user: one('USER'),
    port: Number(one('EXPOSE')),
    stopSignal: one('STOPSIGNAL'),
    healthcheck: words(one('HEALTHCHECK').replace(/^.*? CMD /, '')),
    entrypoint: words(one('ENTRYPOINT')),
    command: words(one('CMD')),
  };
}
