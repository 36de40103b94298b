'use strict';
// Preload script: a file system without hard links, such as exFAT.
const { promises } = require('node:fs');
promises.link = async () => {
  throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM', syscall: 'link' });
};
