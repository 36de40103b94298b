'use strict';
// Preload script: connections report a SQLite version with the WAL-reset bug, whichever SQLite the program loads.
const library = require('@photostructure/sqlite');

const asAffected = (DatabaseSync) =>
  class extends DatabaseSync {
    constructor(...parameters) {
      super(...parameters);
      this.function('sqlite_version', () => '3.51.2');
    }
  };

require.cache[require.resolve('@photostructure/sqlite')].exports = {
  ...library,
  DatabaseSync: asAffected(library.DatabaseSync),
};
const { emitWarning } = process;
// Node 22 warns that SQLite is experimental.
process.emitWarning = () => {};
const own = process.getBuiltinModule?.('node:sqlite');
process.emitWarning = emitWarning;
if (own) own.DatabaseSync = asAffected(own.DatabaseSync);
