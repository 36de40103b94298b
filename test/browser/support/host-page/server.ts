import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps/app-bridge';
import { build } from 'esbuild';
import { contentSecurityPolicy } from './policy.ts';

export interface HostPageServer {
  /** URL of the host page. */
  url: string;
  /** Returns the URL of the sandbox proxy, of another origin, with the policy of a view. */
  sandboxUrl(csp: McpUiResourceCsp): string;
  close(): Promise<void>;
}

const HOST_STYLE = `
html, body { margin: 0; background: light-dark(#faf9f5, #1f1e1d) }
iframe { display: block; border: 0; width: 100%; height: 150px }
html[data-mode=fullscreen] iframe { height: 100vh !important }`;
/** Follows the host's colour scheme: a different one would give the view a background. */
const SANDBOX_HEAD = `<meta name="color-scheme" content="light dark">
<style>html, body { margin: 0; height: 100% } iframe { display: block; border: 0; width: 100%; height: 100% }</style>`;

let scripts: Promise<string[]> | undefined;

/**
 * Serves the host page and the sandbox proxy on two origins of this machine.
 * @param html the host page, to which its script is added. Default: an empty page.
 */
export async function startHostPage(html = document('Host', `<style>${HOST_STYLE}</style>`)): Promise<HostPageServer> {
  scripts ??= Promise.all(['page.ts', 'sandbox.ts'].map(bundle));
  const [page = '', sandbox = ''] = await scripts;
  const host = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(withScript(html, page));
  });
  const proxy = await listen((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const csp = JSON.parse(searchParams.get('csp') ?? '{}') as McpUiResourceCsp;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(csp),
    });
    response.end(withScript(document('Sandbox', SANDBOX_HEAD), sandbox));
  });
  return {
    url: `${host.origin}/`,
    sandboxUrl: (csp) => `${proxy.origin}/?csp=${encodeURIComponent(JSON.stringify(csp))}`,
    async close() {
      await Promise.all([host.close(), proxy.close()]);
    },
  };
}

async function bundle(name: string): Promise<string> {
  const entry = fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, platform: 'browser' });
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

function document(title: string, head: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body></body></html>`;
}

const withScript = (html: string, script: string) => html.replace('</body>', () => `<script>${script}</script></body>`);

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
