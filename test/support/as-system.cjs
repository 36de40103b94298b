'use strict';
// Preload script: overrides process.platform.
Object.defineProperty(process, 'platform', { value: process.env.TEST_SYSTEM });
