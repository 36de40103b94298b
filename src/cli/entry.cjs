#!/usr/bin/env node
'use strict';
// In a syntax that any Node can parse: a client may start the program under an old one, and must see this error.
var version = process.versions.node.split('.');
var major = Number(version[0]);
var minor = Number(version[1]);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    'rcpt-mcp needs Node.js 20.19 or newer; this is ' +
      process.version +
      ' at ' +
      process.execPath +
      '. Install a newer one from https://nodejs.org, or set "command" in your client to the full path of a newer node.\n',
  );
  process.exitCode = 1;
} else {
  require('./main.js').main(process.argv.slice(2));
}
