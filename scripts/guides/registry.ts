import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';

/** A package that the registry serves. */
export interface Packed {
  /** The path of the file that `npm pack` made. */
  tarball: string;
  /** Its package.json. */
  manifest: { name: string; version: string };
}

/** A registry for npm that has some packages as they were packed, and forwards all other requests to another registry. */
export interface LocalRegistry {
  url: string;
  close(): Promise<void>;
}

/** @param upstream the registry that has the other packages; undefined: there are none */
export async function startRegistry(packages: readonly Packed[], upstream?: string): Promise<LocalRegistry> {
  /** The answer to each path. */
  const answers = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    const answer = answers.get(path);
    if (answer) response.writeHead(200, { 'content-type': typeOf(path) }).end(answer);
    else if (upstream !== undefined && request.method === 'GET')
      response.writeHead(302, { location: `${upstream.replace(/\/$/, '')}${request.url}` }).end();
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  for (const { tarball, manifest } of packages) {
    const { name, version } = manifest;
    const file = `/${name}/-/${basename(tarball)}`;
    const bytes = readFileSync(tarball);
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const versions = { [version]: { ...manifest, dist: { tarball: `${url}${file}`, integrity } } };
    answers.set(file, bytes);
    answers.set(`/${name}`, Buffer.from(JSON.stringify({ name, 'dist-tags': { latest: version }, versions })));
  }
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const typeOf = (path: string) => (path.endsWith('.tgz') ? 'application/octet-stream' : 'application/json');
