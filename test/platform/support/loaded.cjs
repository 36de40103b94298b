/** Preloaded with `--require`: prints the files that the program has loaded to stderr at exit. */
process.on('exit', () => {
  for (const file of Object.keys(require.cache)) process.stderr.write(`loaded ${file}\n`);
});
