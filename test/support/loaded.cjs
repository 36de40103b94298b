'use strict';
// Preloaded into the program under test: says on stderr, at its end, what of the package was loaded, and of Node.
const builtins = new Set(process.moduleLoadList);
process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  const more = process.moduleLoadList.filter((name) => !builtins.has(name));
  process.stderr.write(`loaded ${JSON.stringify({ files, builtins: more })}\n`);
});
