import { readNumbers } from '../lib/phone.ts';
import type { ToolResult } from '../lib/tool-result.ts';
import { connect, HostError } from './connection.ts';
import { type HostCapabilities, type HostContext, type InitializeResult, PROTOCOL_VERSION } from './protocol.ts';

export { HostError } from './connection.ts';
export type { HostCapabilities, HostContext } from './protocol.ts';

/** What a view draws: all of it comes from the host, so a view that is loaded again draws the same. */
export interface ViewState {
  /** Arguments of the tool call; undefined until the host sends them. */
  input: Record<string, unknown> | undefined;
  /** The result of the tool call; undefined while the tool runs. */
  result: ToolResult | undefined;
  /** True if the call was cancelled. */
  isCancelled: boolean;
  context: HostContext;
}

export interface Host {
  state(): ViewState;
  capabilities(): HostCapabilities;
  /** Calls a tool of this server through the host. Rejects with `HostError`. */
  callTool(name: string, args: Record<string, unknown>): Promise<ToolResult>;
  /** Adds what the user chose to what the model knows. Does nothing on a host that cannot. */
  tellModel(text: string): Promise<void>;
  /** Sends a message in the name of the user. Returns false on a host that cannot. */
  say(text: string): Promise<boolean>;
  /** Asks for another display mode. The host may refuse; the mode that it chose is in the state. */
  requestDisplayMode(mode: 'inline' | 'fullscreen'): Promise<void>;
  /** Asks the host to save a file. Returns false on a host that cannot or does not. */
  saveFile(file: { name: string; type: string; text: string }): Promise<boolean>;
  /** Asks the host to open an address in the user's browser. Returns false on a host that cannot or does not. */
  openLink(url: string): Promise<boolean>;
}

/** A result from the host, whose numbers are known from now on. */
function received(value: unknown): ToolResult {
  const result = value as ToolResult;
  readNumbers(result);
  return result;
}

/** Connects a view to its host, and calls `onChange` whenever its state changes. */
export function connectHost(appName: string, version: string, onChange: () => void): Host {
  let state: ViewState = { input: undefined, result: undefined, isCancelled: false, context: {} };
  let capabilities: HostCapabilities = {};
  const change = (changed: Partial<ViewState>) => {
    state = { ...state, ...changed };
    onChange();
  };
  const connection = connect(window.parent, {
    onNotification(method, params) {
      if (method === 'ui/notifications/tool-input') change({ input: argumentsOf(params) });
      else if (method === 'ui/notifications/tool-result') change({ result: received(params), isCancelled: false });
      else if (method === 'ui/notifications/tool-cancelled') change({ isCancelled: true });
      else if (method === 'ui/notifications/host-context-changed') {
        change({ context: { ...state.context, ...(params as HostContext) } });
      }
    },
    onTeardown: async () => {},
  });

  const initialize = async () => {
    const result = (await connection.request('ui/initialize', {
      appInfo: { name: appName, version },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion: PROTOCOL_VERSION,
    })) as InitializeResult;
    capabilities = result.hostCapabilities ?? {};
    change({ context: { ...result.hostContext, ...state.context } });
    connection.notify('ui/notifications/initialized', {});
    reportSize(connection.notify);
  };
  // A host that does not answer shows the text of the result; the view stays in its loading state.
  initialize().catch((error: unknown) => console.warn(error));

  const isSupported = (capability: 'message' | 'updateModelContext' | 'openLinks' | 'downloadFile') =>
    capabilities[capability] !== undefined;
  return {
    state: () => state,
    capabilities: () => capabilities,
    async callTool(name, args) {
      if (!capabilities.serverTools) throw new HostError('the host lets views call no tools');
      return received(await connection.request('tools/call', { name, arguments: args }));
    },
    async tellModel(text) {
      if (!isSupported('updateModelContext')) return;
      await connection.request('ui/update-model-context', { content: [{ type: 'text', text }] });
    },
    async say(text) {
      if (!isSupported('message')) return false;
      const answer = await connection.request('ui/message', { role: 'user', content: [{ type: 'text', text }] });
      return (answer as { isError?: boolean }).isError !== true;
    },
    async requestDisplayMode(mode) {
      const answer = (await connection.request('ui/request-display-mode', { mode })) as { mode?: typeof mode };
      // Not every host also sends it with its context.
      if (answer.mode) change({ context: { ...state.context, displayMode: answer.mode } });
    },
    async saveFile({ name, type, text }) {
      if (!isSupported('downloadFile')) return false;
      const resource = { uri: `file:///${name}`, mimeType: type, text };
      const answer = await connection.request('ui/download-file', { contents: [{ type: 'resource', resource }] });
      return (answer as { isError?: boolean }).isError !== true;
    },
    async openLink(url) {
      if (!isSupported('openLinks')) return false;
      const answer = await connection.request('ui/open-link', { url });
      return (answer as { isError?: boolean }).isError !== true;
    },
  };
}

function argumentsOf({ arguments: args }: Record<string, unknown>): Record<string, unknown> {
  return typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {};
}

/** Reports the height of the page whenever it changes, once a frame: hosts size the frame by it. */
function reportSize(notify: (method: string, params: Record<string, unknown>) => void): void {
  let [lastWidth, lastHeight, isScheduled] = [0, 0, false];
  const report = () => {
    isScheduled = false;
    const { width, height } = document.documentElement.getBoundingClientRect();
    const [newWidth, newHeight] = [Math.ceil(width), Math.ceil(height)];
    if (newWidth === lastWidth && newHeight === lastHeight) return;
    [lastWidth, lastHeight] = [newWidth, newHeight];
    notify('ui/notifications/size-changed', { width: newWidth, height: newHeight });
  };
  new ResizeObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(report);
  }).observe(document.documentElement);
}
