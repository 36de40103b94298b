import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { KNOWN_BUSINESS, type RunningProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { type Container, containerOf } from './container.ts';
import { instructionsOf, ROOT, read, readImage } from './dockerfile.ts';

const image = readImage();
const manifest = JSON.parse(read('package.json')) as { version: string };

describe('deploy/Dockerfile', () => {
  it('pins its base images, by arguments that accept a digest', () => {
    const all = instructionsOf(read('deploy/Dockerfile'));
    const bases = all.filter(({ name }) => name === 'ARG').map(({ rest }) => rest);
    expect(bases).toEqual([
      expect.stringMatching(/^NODE_IMAGE=node:24\.\d+\.\d+-trixie-slim$/),
      'BASE_IMAGE=gcr.io/distroless/cc-debian13:nonroot',
    ]);
    const stages = all.filter(({ name }) => name === 'FROM').map(({ rest }) => rest);
    expect(stages).toEqual([
      `--platform=$BUILDPLATFORM \${NODE_IMAGE} AS build`,
      `\${NODE_IMAGE} AS node`,
      `\${BASE_IMAGE}`,
    ]);
  });

  it('takes Node from the stage of its own architecture, and runs nothing there', () => {
    const all = instructionsOf(read('deploy/Dockerfile'));
    expect(all.filter(({ rest }) => rest.includes('/usr/local/bin/node /usr/local/bin/node'))).toEqual([
      { name: 'COPY', rest: '--from=node /usr/local/bin/node /usr/local/bin/node' },
    ]);
    const own = all.slice(all.findIndex(({ rest }) => rest.endsWith('AS node')));
    expect(own.filter(({ name }) => name === 'RUN')).toEqual([]);
  });

  it('creates an image that runs as an unprivileged user, without a shell', () => {
    expect(image.user).toBe('65532:65532');
    expect(image.stopSignal).toBe('SIGTERM');
    expect(image.env).toEqual({ RCPT_HOST: '0.0.0.0', RCPT_PORT: String(image.port) });
    for (const words of [image.entrypoint, image.healthcheck]) expect(words[0]).toBe('/usr/local/bin/node');
    const last = read('deploy/Dockerfile').split('FROM').at(-1) ?? '';
    expect(last).not.toMatch(/^(RUN|ADD|SHELL)/m);
  });

  it('copies only existing files that .dockerignore includes', () => {
    const built = ['/usr/local/bin/node', '/src/dist'];
    const sources = image.copies.map(({ from }) => from).filter((from) => !built.includes(from));
    const patterns = read('.dockerignore').split('\n');
    expect(patterns.filter((line) => !/^(#|!|$)/.test(line))).toEqual(['*']);
    for (const source of sources) expect(patterns).toContain(`!${source.replace('/src/', '')}`);
    for (const line of patterns.filter((text) => text.startsWith('!'))) {
      expect(existsSync(join(ROOT, line.slice(1))), line).toBe(true);
    }
  });

  it('has the version of package.json in every file that names the image', () => {
    for (const file of ['Dockerfile', 'compose.yaml', 'kubernetes/base/kustomization.yaml', 'README.md']) {
      const versions = [
        ...read(`deploy/${file}`).matchAll(/(?:rcpt-mcp\}?:|rcpt-mcp\}?:\$\{\w+:-|newTag: )(\d[\w.]*)/g),
      ];
      expect(versions.length, file).toBeGreaterThan(0);
      for (const [, version] of versions) expect(version, file).toBe(manifest.version);
    }
  });
});

describe('the image without permissions and a writable folder', () => {
  let container: Container;
  let platform: Upstream;
  let env: Record<string, string>;
  let token: string;
  const programs: RunningProgram[] = [];

  beforeAll(async () => {
    container = containerOf(image);
    platform = await startUpstream(json(200, { data: { id: 'bk_1', status: 'confirmed' } }));
    const created = container.start(['tokens', 'create', '--name', 'desk'], {
      RCPT_TOKENS: join(container.mount, 'tokens'),
    });
    expect(await created.ended, created.output.stderr).toBe(0);
    token = /rcpt_token_\S+/.exec(created.output.stdout)?.[0] ?? '';
    env = {
      RCPT_PORT: String(await freePort()),
      RCPT_AUTH: 'token',
      RCPT_TOKENS: join(container.mount, 'tokens'),
      RCPT_PUBLIC_URL: 'https://mcp.example.com',
      ...KNOWN_BUSINESS,
      RCPT_BASE_URL: platform.url,
      RCPT_API_KEY: 'sk_live_0123456789abcdef',
    };
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await platform.close();
    container.remove();
  });

  const start = async () => {
    const program = container.start(image.command, env);
    programs.push(program);
    await program.until(/Press Ctrl-C to stop/);
    return program;
  };
  const client = () =>
    connect('v2 2026-07-28', {
      url: `http://127.0.0.1:${env.RCPT_PORT}/mcp`,
      headers: { authorization: `Bearer ${token}` },
    });

  it('names the missing options if it is run without configuration', async () => {
    const program = container.start(image.command, { RCPT_DATABASE: ':memory:' });
    expect(await program.ended).toBe(2);
    expect(program.output.stderr).toContain('--auth token');
  });

  it('serves requests, and its health check fails when it hangs or has ended', async () => {
    const program = await start();
    expect(await container.healthcheck(env)).toBe(0);
    const session = await client();
    expect((await session.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(false);
    await session.close();
    // A stopped process accepts connections and does not answer.
    program.child.kill('SIGSTOP');
    expect(await container.healthcheck(env)).toBe(1);
    program.child.kill('SIGCONT');
    expect(await program.stop()).toBe(0);
    expect(await container.healthcheck(env)).toBe(1);
    // Without a home folder there is none for create requests.
    expect(program.output.stderr).toMatch(/^\{.*create requests are remembered by this process only.*\}\n$/);
  });

  it('finishes running requests after the stop signal', async () => {
    const program = await start();
    const session = await client();
    let answer: (() => void) | undefined;
    const requested = new Promise<void>((resolve) => {
      platform.behave((request, response) => {
        answer = () => json(200, { data: { id: 'bk_1', status: 'confirmed' } })(request, response);
        resolve();
      });
    });
    const call = session.call('get_booking', { booking_id: 'bk_1' });
    await requested;
    const ended = program.stop(image.stopSignal as NodeJS.Signals);
    await expect.poll(() => refuses(Number(env.RCPT_PORT)), { timeout: 25_000 }).toBe(true);
    answer?.();
    expect((await call).isError).toBe(false);
    expect(await ended).toBe(0);
    await session.close();
  });

  it('writes only the file of tokens, without the token itself', () => {
    expect(readdirSync(container.mount)).toEqual(['tokens']);
    expect(readFileSync(join(container.mount, 'tokens'), 'utf8')).not.toContain(token);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const refuses = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => false,
    () => true,
  );
