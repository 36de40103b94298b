/** The script of the host page, which runs in the browser: one view in a sandboxed iframe, and its bridge. */
import {
  AppBridge,
  type McpUiHostCapabilities,
  type McpUiHostContext,
  type McpUiResourceCsp,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';

/** What the test gives the page to open a view. */
export interface Opening {
  html: string;
  csp: McpUiResourceCsp;
  /** URL of the sandbox proxy, which is served with the policy of `csp`. */
  sandboxUrl: string;
  /** Attribute of the inner iframe. Default: the proxy's own. */
  sandbox: string | undefined;
  capabilities: McpUiHostCapabilities;
  context: McpUiHostContext;
  /** False: a new display mode is only in the answer to the view that asked for it, as in some hosts. */
  announcesMode: boolean;
  /** How it refuses links, files and messages: in its answer, or with an error; undefined: it takes them. */
  refusal: 'answer' | 'error' | undefined;
}

/** What the host sends to a view after its initialization. */
export interface Delivery {
  partial?: Parameters<AppBridge['sendToolInputPartial']>[0];
  input?: Parameters<AppBridge['sendToolInput']>[0];
  result?: Parameters<AppBridge['sendToolResult']>[0];
  cancelled?: { reason: string };
}

type Message = { method?: string; params?: unknown };
type CallParams = Parameters<NonNullable<AppBridge['oncalltool']>>[0];
type CallResult = Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;
type ReadResult = Awaited<ReturnType<NonNullable<AppBridge['onreadresource']>>>;

declare global {
  interface Window {
    host: typeof host;
    /** Bindings of the test: they run in its process. */
    recordMessage(message: Message): Promise<void>;
    callTool(params: CallParams): Promise<CallResult>;
    readResource(uri: string): Promise<ReadResult>;
  }
}

const INITIALIZE_TIMEOUT_MS = 10_000;
let bridge: AppBridge;
let context: McpUiHostContext;

const host = {
  async open(opening: Opening): Promise<void> {
    context = opening.context;
    showTheme();
    const frame = document.createElement('iframe');
    frame.title = 'View';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    const proxyReady = nextMessage(frame, 'ui/notifications/sandbox-proxy-ready');
    frame.src = opening.sandboxUrl;
    (document.getElementById('view') ?? document.body).append(frame);
    await proxyReady;
    const proxy = frame.contentWindow as Window;
    addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
      if (source === proxy && typeof data?.method === 'string') void window.recordMessage(data);
    });
    const info = { name: 'rcpt-mcp test host', version: '1.0.0' };
    bridge = new AppBridge(null, info, opening.capabilities, { hostContext: context });
    answer(bridge, opening, frame);
    const initialized = new Promise<void>((resolve, reject) => {
      bridge.oninitialized = () => resolve();
      setTimeout(() => reject(new Error('The view sent no ui/notifications/initialized.')), INITIALIZE_TIMEOUT_MS);
    });
    await bridge.connect(new PostMessageTransport(proxy, proxy));
    const { html, csp, sandbox } = opening;
    await bridge.sendSandboxResourceReady({ html, csp, ...(sandbox === undefined ? {} : { sandbox }) });
    await initialized;
  },

  async deliver({ partial, input, result, cancelled }: Delivery): Promise<void> {
    if (partial) await bridge.sendToolInputPartial(partial);
    if (input) await bridge.sendToolInput(input);
    if (result) await bridge.sendToolResult(result);
    if (cancelled) await bridge.sendToolCancelled(cancelled);
  },

  /** Changes fields of the context. The view is notified of those that differ. */
  setContext(changes: McpUiHostContext): void {
    context = { ...context, ...changes };
    showTheme();
    bridge.setHostContext(context);
  },

  /** Asks the view to end, as a host does before it removes the iframe. */
  async teardown(): Promise<void> {
    await bridge.teardownResource({});
  },
};
window.host = host;

/** Answers the requests of the view, as far as the capabilities say. Others get `Method not found`. */
function answer(to: AppBridge, { capabilities, announcesMode, refusal }: Opening, frame: HTMLIFrameElement): void {
  const take = async () => {
    if (refusal === 'error') throw new Error('The host refused it.');
    return refusal === 'answer' ? { isError: true } : {};
  };
  if (capabilities.serverTools) to.oncalltool = (params) => window.callTool(params);
  if (capabilities.serverResources) to.onreadresource = ({ uri }) => window.readResource(uri);
  if (capabilities.message) to.onmessage = take;
  if (capabilities.updateModelContext) to.onupdatemodelcontext = async () => ({});
  if (capabilities.openLinks) to.onopenlink = take;
  if (capabilities.downloadFile) to.ondownloadfile = take;
  if (capabilities.logging) to.onloggingmessage = () => {};
  to.onrequestdisplaymode = async ({ mode }) => {
    if (!context.availableDisplayModes?.includes(mode)) return { mode: context.displayMode ?? 'inline' };
    if (announcesMode) host.setContext({ displayMode: mode });
    else context = { ...context, displayMode: mode };
    return { mode: context.displayMode ?? 'inline' };
  };
  to.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
}

/** The colours of the page behind the view, which has a transparent background. */
function showTheme(): void {
  document.documentElement.style.colorScheme = context.theme ?? 'light';
  document.documentElement.dataset.mode = context.displayMode ?? 'inline';
}

function nextMessage(from: HTMLIFrameElement, method: string): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('message', function receive({ source, data }: MessageEvent<Message>) {
      if (source !== from.contentWindow || data?.method !== method) return;
      removeEventListener('message', receive);
      resolve();
    });
  });
}
