import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';

/** Setup of the unit tests: starting a process or opening a socket throws, also inside of packages. */
function refuse(action: string) {
  return () => {
    throw new Error(`A unit test must not ${action}: see test:unit in CONTRIBUTING.md.`);
  };
}

Socket.prototype.connect = refuse('open a connection');
Server.prototype.listen = refuse('listen');
Object.assign(ChildProcess.prototype, { spawn: refuse('start a process') });
