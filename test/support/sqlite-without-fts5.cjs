'use strict';
// Preload script: connections have no FTS5, as those of Node's own SQLite before Node 22.16.
const library = require('@photostructure/sqlite');

const withoutFts5 = (DatabaseSync) =>
  class extends DatabaseSync {
    constructor(...parameters) {
      super(...parameters);
      this.function('sqlite_compileoption_used', (option) => (option === 'ENABLE_FTS5' ? 0 : 1));
    }

    exec(statement) {
      refuse(statement);
      return super.exec(statement);
    }

    prepare(statement) {
      refuse(statement);
      return super.prepare(statement);
    }
  };

function refuse(statement) {
  if (/_words"|word_grams|using fts5/.test(statement)) throw new Error('no such module: fts5');
}

require.cache[require.resolve('@photostructure/sqlite')].exports = {
  ...library,
  DatabaseSync: withoutFts5(library.DatabaseSync),
};
const { emitWarning } = process;
// Node 22 warns that SQLite is experimental.
process.emitWarning = () => {};
const own = process.getBuiltinModule?.('node:sqlite');
process.emitWarning = emitWarning;
if (own) own.DatabaseSync = withoutFts5(own.DatabaseSync);
