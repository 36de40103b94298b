/** Required before the program: says at its end, on stderr, which of its files it loaded. */
process.on('exit', () => {
  for (const file of Object.keys(require.cache)) process.stderr.write(`loaded ${file}\n`);
});
