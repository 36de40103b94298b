import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { openBrowser } from '../../browser/support/browser.ts';

export interface Page {
  origin: string;
  /** Opens the page in a browser and waits for its report. */
  open(query: Record<string, string>): Promise<unknown>;
  close(): Promise<void>;
}

/** Serves the page of `client.ts` on a separate origin, and starts a browser for it. */
export async function servePage(): Promise<Page> {
  const browser = await openBrowser();
  const entry = fileURLToPath(new URL('client.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, platform: 'browser' });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><script>${script.replaceAll('</script', '<\\/script')}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async open(query) {
      const { page, close } = await browser.openPage();
      const reported = new Promise<unknown>((resolve) => void page.exposeFunction('report', resolve));
      await page.goto(`${origin}/?${new URLSearchParams(query)}`);
      const report = await reported;
      await close();
      return report;
    },
    async close() {
      await browser.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
