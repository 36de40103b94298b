import { chooseAction } from '../calls/choose-action.ts';

/** `rcpt-mcp calls`: sources that report calls, the calls themselves, their erasure, and the import of earlier ones. */
export const runCalls = chooseAction({
  sources: async () => (await import('../calls/sources.ts')).runSources,
  list: async () => (await import('../calls/list.ts')).listCalls,
  show: async () => (await import('../calls/show.ts')).showCall,
  erase: async () => (await import('../calls/erase.ts')).eraseCalls,
  import: async () => (await import('../calls/import.ts')).importCalls,
  simulate: async () => (await import('../calls/simulate.ts')).simulateCall,
});
