import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';

/** Setup of the unit tests: whatever starts a process or opens a socket fails, also from inside a package. */
function refuse(what: string) {
  return () => {
    throw new Error(`A unit test must not ${what}: see test:unit in CONTRIBUTING.md.`);
  };
}

Socket.prototype.connect = refuse('open a connection');
Server.prototype.listen = refuse('listen');
Object.assign(ChildProcess.prototype, { spawn: refuse('start a process') });
