'use strict';
/** The worker thread of worker-connection.ts: executes one call at a time on the connections that it holds. */
const { DatabaseSync } = require('node:sqlite');
const { workerData } = require('node:worker_threads');

const { port, signal } = workerData;
/** Per connection. Statements are prepared again after that many different ones. */
const MAX_STATEMENTS = 200;
const connections = new Map();

function prepared({ database, statements }, sql) {
  let statement = statements.get(sql);
  if (statement) return statement;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

const methods = {
  open: (_, path, _parameters, id) =>
    void connections.set(id, { database: new DatabaseSync(path), statements: new Map() }),
  exec: ({ database }, sql) => database.exec(sql),
  all: (connection, sql, parameters) => prepared(connection, sql).all(...parameters),
  run: (connection, sql, parameters) => prepared(connection, sql).run(...parameters),
  close({ database }, _text, _parameters, id) {
    connections.delete(id);
    database.close();
  },
};

function answer({ connection: id, method, text, parameters }) {
  try {
    return { value: methods[method](connections.get(id), text, parameters, id) };
  } catch ({ message, code, errcode }) {
    return { error: { message, code, errcode } };
  }
}

port.on('message', (call) => {
  port.postMessage(answer(call));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
