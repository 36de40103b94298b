'use strict';
// Preload script: at exit, writes the loaded files of the package and the built-in modules of Node to stderr.
// What the program loads a second after its start, for later requests, is not loaded here: a slow machine answers later than that.
const LATER_MS = 1_000;
const { setTimeout: original } = globalThis;
globalThis.setTimeout = (work, ms, ...args) => {
  const timer = original(work, ms, ...args);
  if (ms === LATER_MS) clearTimeout(timer);
  return timer;
};
const builtins = new Set(process.moduleLoadList);
process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  const loadedBuiltins = process.moduleLoadList.filter((name) => !builtins.has(name));
  process.stderr.write(`loaded ${JSON.stringify({ files, builtins: loadedBuiltins })}\n`);
});
