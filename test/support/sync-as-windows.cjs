'use strict';
// Preload script: as on Windows, files that are open for reading only and folders cannot be synced.
const { promises } = require('node:fs');
const { open } = promises;
promises.open = async (path, flags, ...more) => {
  const handle = await open.call(promises, path, flags, ...more);
  if (flags === undefined || flags === 'r') {
    handle.sync = async () => {
      throw Object.assign(new Error('EPERM: operation not permitted, fsync'), { code: 'EPERM', syscall: 'fsync' });
    };
  }
  return handle;
};
