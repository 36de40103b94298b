import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Frame, Page } from 'playwright-core';
import type { PageOptions, TestBrowser, Watch } from '../browser.ts';
import { ALL_CAPABILITIES, DEFAULT_CONTEXT } from './context.ts';
import type { Delivery, Opening } from './page.ts';
import { startHostPage } from './server.ts';
import type { Arguments, ToolResult, ViewSource } from './source.ts';

export interface HostOptions extends Omit<PageOptions, 'expects' | 'colorScheme'> {
  source: ViewSource;
  /** HTML of the host page, with an element `#view` for the view. Default: nothing but the view. */
  html?: string;
  /** What the host says that it can do. Requests without a capability get an error. Default: everything. */
  capabilities?: McpUiHostCapabilities;
  /** False: a new display mode is only in the answer to the view. Default: true. */
  announcesMode?: boolean;
  /** How it refuses links, files and messages. Default: it takes them. */
  refusal?: Opening['refusal'];
  /** The sandbox attribute of the view's iframe. Default: that of the SDK's example; `allow-scripts` for an opaque origin. */
  sandbox?: string;
  /** What the system prefers. Default: the theme of the host. */
  colorScheme?: 'light' | 'dark';
}

export interface OpenRequest {
  tool: string;
  arguments?: Arguments;
  /** Fields that replace those of the default context. */
  context?: McpUiHostContext;
  /** What the view gets after the tool input. Default: the result. */
  outcome?: 'result' | 'cancelled' | 'nothing';
}

/** A message that the view sent: a request or a notification. */
export interface Message {
  method: string;
  params: Record<string, unknown>;
}

/** A view that is open. */
export interface View {
  /** The frame of the view, until the next reload. */
  readonly frame: Frame;
  /** The result of the tool call that the view shows. */
  readonly result: ToolResult;
  /** What the view sent since the last opening or reload, in order; of one method if that is named. */
  messages(method?: string): Message[];
  setContext(changes: McpUiHostContext): Promise<void>;
  /** Sends the result or a cancellation, after an opening with the outcome `nothing`. */
  deliver(outcome: 'result' | 'cancelled'): Promise<void>;
  /** Reloads the host page: a new iframe gets the same tool input and result, and the tool is not called again. */
  reload(): Promise<void>;
  /** Asks the view to end, and waits for its answer. */
  teardown(): Promise<void>;
}

export interface Host {
  page: Page;
  watch: Watch;
  /** Calls a tool and shows its view in place of the last one. */
  open(request: OpenRequest): Promise<View>;
  close(): Promise<void>;
}

/** Opens a page with a host of MCP Apps, which has the SDK's `AppBridge`. */
export async function openHost(browser: TestBrowser, options: HostOptions): Promise<Host> {
  const {
    source,
    html: hostHtml,
    capabilities = ALL_CAPABILITIES,
    announcesMode = true,
    refusal,
    sandbox,
    ...pageOptions
  } = options;
  const server = await startHostPage(hostHtml);
  const own = new Set([server.url]);
  const { page, watch, close } = await browser.openPage({ ...pageOptions, expects: (url) => own.has(url) });
  let received: Message[] = [];
  await page.exposeFunction(
    'recordMessage',
    ({ method, params = {} }: Message) => void received.push({ method, params }),
  );
  await page.exposeFunction('callTool', (params: { name: string; arguments?: Arguments }) =>
    source.callTool(params.name, params.arguments ?? {}),
  );
  await page.exposeFunction('readResource', (uri: string) => source.readResource(uri));

  const deliver = (delivery: Delivery) =>
    page.evaluate((given) => window.host.deliver(given as Delivery), delivery as unknown);

  const followTheme = ({ theme = 'light' }: McpUiHostContext) =>
    page.emulateMedia({ colorScheme: pageOptions.colorScheme ?? theme });

  /** Draws a view on an empty page. Returns its frame. */
  async function draw(opening: Opening, delivery: Delivery): Promise<Frame> {
    received = [];
    await followTheme(opening.context);
    await page.goto(server.url);
    // The types of the SDK are too deep for those of evaluate.
    await page.evaluate((given) => window.host.open(given as Opening), opening as unknown);
    await deliver(delivery);
    const frame = page.mainFrame().childFrames()[0]?.childFrames()[0];
    if (!frame) throw new Error('The page has no view.');
    return frame;
  }

  return {
    page,
    watch,
    async open({ tool: name, arguments: args = {}, context: changes = {}, outcome = 'result' }) {
      const tool = await source.tool(name);
      const [{ html, csp }, result] = await Promise.all([source.view(tool), source.callTool(name, args)]);
      const sandboxUrl = server.sandboxUrl(csp);
      own.add(sandboxUrl);
      const context = { ...DEFAULT_CONTEXT, toolInfo: { tool }, ...changes };
      const opening: Opening = { html, csp, sandboxUrl, sandbox, capabilities, announcesMode, refusal, context };
      const outcomes = { result: { result }, cancelled: { cancelled: { reason: 'cancelled' } }, nothing: {} };
      let delivery: Delivery = { input: { arguments: args }, ...outcomes[outcome] };
      let frame = await draw(opening, delivery);
      return {
        get frame() {
          return frame;
        },
        result,
        messages: (method) => received.filter((message) => method === undefined || message.method === method),
        async setContext(changes) {
          opening.context = { ...opening.context, ...changes };
          await followTheme(opening.context);
          await page.evaluate((given) => window.host.setContext(given as McpUiHostContext), changes as unknown);
        },
        async deliver(later) {
          delivery = { ...delivery, ...outcomes[later] };
          await deliver(outcomes[later]);
        },
        async reload() {
          frame = await draw(opening, delivery);
        },
        teardown: () => page.evaluate(() => window.host.teardown()),
      };
    },
    async close() {
      await close();
      await server.close();
    },
  };
}
