import type { ExtensionName } from '../../src/contract/index.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** Serves a platform as it is, except that it does not announce some of its extensions. */
export async function startWithout(platformUrl: string, ...hidden: readonly ExtensionName[]): Promise<Upstream> {
  return startUpstream(async ({ method, path, headers, body }, response) => {
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const answer = await fetch(platformUrl + path, {
      method,
      headers: { authorization, 'content-type': type },
      ...(method === 'GET' ? {} : { body }),
    });
    let text = await answer.text();
    if (path === '/api/v1/capabilities') {
      const announced = JSON.parse(text) as { data: { extensions: Record<string, unknown> } };
      for (const name of hidden) delete announced.data.extensions[name];
      text = JSON.stringify(announced);
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
}
