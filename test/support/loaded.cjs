'use strict';
// Preload script: at exit, writes the loaded files of the package and the built-in modules of Node to stderr.
const builtins = new Set(process.moduleLoadList);
process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  const loadedBuiltins = process.moduleLoadList.filter((name) => !builtins.has(name));
  process.stderr.write(`loaded ${JSON.stringify({ files, builtins: loadedBuiltins })}\n`);
});
