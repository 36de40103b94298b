import { iconsOf } from './icons.ts';

/** What `serverInfo` says in every answer that has it. */
export function serverInfo(version: string) {
  return { name: 'rcpt-mcp', title: 'Receptionist', version, icons: iconsOf('calls') };
}

/**
 * The capabilities that the server announces. It is not a part of `builder`, because the handshake is answered before
 * the SDK is loaded.
 */
export function capabilitiesFor(offered: { resources: boolean; subscriptions: boolean; prompts: boolean }) {
  // The lists stay as they are while the process runs: no notification is announced that is never sent.
  const fixed = { listChanged: false };
  return {
    tools: fixed,
    ...(offered.resources ? { resources: offered.subscriptions ? { ...fixed, subscribe: true } : fixed } : {}),
    ...(offered.prompts ? { prompts: fixed } : {}),
  };
}
