'use strict';
// Preloaded: the program takes this computer for one of another system, as far as it asks Node which it is.
Object.defineProperty(process, 'platform', { value: process.env.TEST_SYSTEM });
