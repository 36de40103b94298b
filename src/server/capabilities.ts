import { iconsOf } from './icons.ts';

/** The `serverInfo` of every result that has it. */
export function serverInfo(version: string) {
  return { name: 'rcpt-mcp', title: 'Receptionist', version, icons: iconsOf('calls') };
}

/**
 * The capabilities that the server announces. This module imports no SDK, because the handshake is answered before the SDK
 * is loaded.
 */
export function capabilitiesFor(offered: {
  resources: boolean;
  subscriptions: boolean;
  prompts: boolean;
  channel: boolean;
}) {
  // Lists do not change while the process runs, so no `list_changed` notification is announced.
  const fixed = { listChanged: false };
  return {
    tools: fixed,
    ...(offered.resources ? { resources: offered.subscriptions ? { ...fixed, subscribe: true } : fixed } : {}),
    ...(offered.prompts ? { prompts: fixed } : {}),
    // Claude Code then listens to channel notifications (Channels reference, Server options).
    ...(offered.channel ? { experimental: { 'claude/channel': {} } } : {}),
  };
}
