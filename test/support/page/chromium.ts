import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { temporaryFolder } from '../platform.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Path of an installed Chromium; undefined if there is none. */
export const CHROMIUM = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

export interface Page {
  origin: string;
  /** Opens the page in a browser and waits for its report. */
  open(program: string, query: Record<string, string>): Promise<unknown>;
  close(): Promise<void>;
}

/** Serves the page of `client.ts` on a separate origin. */
export async function servePage(): Promise<Page> {
  const entry = fileURLToPath(new URL('client.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, platform: 'browser' });
  const script = outputFiles[0]?.text ?? '';
  let report: (body: unknown) => void = () => {};
  const server = createServer((request, response) => {
    if (request.url !== '/report') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><script>${script.replaceAll('</script', '<\\/script')}</script>`);
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      response.end();
      report(JSON.parse(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async open(program, query) {
      const profile = temporaryFolder();
      const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
      const reported = new Promise((resolve) => {
        report = resolve;
      });
      const child = spawn(program, [...flags, `${origin}/?${new URLSearchParams(query)}`], { stdio: 'ignore' });
      const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
      const exitedEarly = ended.then(() => Promise.reject(new Error('the browser ended without a report')));
      try {
        return await Promise.race([reported, exitedEarly]);
      } finally {
        exitedEarly.catch(() => {});
        child.kill('SIGKILL');
        await ended;
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
