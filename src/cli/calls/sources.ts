import { chooseAction } from './choose-action.ts';

/** `calls sources`: the systems that report calls. */
export const runSources = chooseAction({
  add: async () => (await import('./add-source.ts')).addSource,
  list: async () => (await import('./list-sources.ts')).listSources,
  rotate: async () => (await import('./rotate-source.ts')).rotateSource,
  remove: async () => (await import('./remove-source.ts')).removeSource,
  log: async () => (await import('./source-log.ts')).showLog,
  replay: async () => (await import('./source-log.ts')).replayReport,
});
