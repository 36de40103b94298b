import type { BrowserContext, Page, Request } from 'playwright-core';

/** What a page did, from its opening on. */
export interface Watch {
  /** The URL of each request, also of those that its Content-Security-Policy blocked. `data:` and `blob:` are no requests. */
  requests: string[];
  /** Errors on the console and uncaught exceptions. Violations of the Content-Security-Policy are among them. */
  errors: string[];
  /** What hostile texts reported: they call `hostileRan` if they run (hostile-corpus.ts). */
  hostile: string[];
  /** Dialogs, new windows and downloads, by kind and text. */
  disturbances: string[];
  /** Returns everything that a page must not do, as lines: all of the above, without requests that `isExpected` accepts. */
  problems(): string[];
  /** Forgets what has happened so far. */
  clear(): void;
}

/** Records what the pages of a context do. To be called before its first page is opened. */
export async function watchContext(context: BrowserContext, isExpected: (url: string) => boolean): Promise<Watch> {
  const lists = {
    requests: [] as string[],
    errors: [] as string[],
    hostile: [] as string[],
    disturbances: [] as string[],
  };
  const watch: Watch = {
    ...lists,
    problems: () => [
      ...watch.requests.filter((url) => !isExpected(url)).map((url) => `requested ${url}`),
      ...watch.errors.map((text) => `error: ${text}`),
      ...watch.hostile.map((text) => `a hostile text ran: ${text}`),
      ...watch.disturbances,
    ],
    clear() {
      for (const list of Object.values(lists)) list.length = 0;
    },
  };
  // A binding exists in all frames, also in those that a hostile text makes.
  await context.exposeBinding('hostileRan', (_source, text: unknown) => {
    watch.hostile.push(String(text));
  });
  context.on('request', (request: Request) => {
    if (!/^(data|blob):/.test(request.url())) watch.requests.push(request.url());
  });
  context.on('page', (page) => watchPage(page, watch));
  return watch;
}

function watchPage(page: Page, watch: Watch): void {
  page.on('console', (message) => {
    // The AppBridge warns of views that send requests before they are initialized.
    const isBridgeWarning = message.type() === 'warning' && message.text().startsWith('[ext-apps]');
    if (message.type() === 'error' || isBridgeWarning) watch.errors.push(message.text());
  });
  page.on('pageerror', (error) => void watch.errors.push(String(error)));
  page.on('popup', (popup) => void watch.disturbances.push(`opened a window: ${popup.url()}`));
  page.on('download', (download) => void watch.disturbances.push(`downloaded ${download.suggestedFilename()}`));
  page.on('dialog', (dialog) => {
    watch.disturbances.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
}
