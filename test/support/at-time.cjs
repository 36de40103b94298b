'use strict';
// Preload script: moves the program's clock forward by TEST_AHEAD_MS milliseconds.
const offset = Number(process.env.TEST_AHEAD_MS);
const { now } = Date;
Date.now = () => now() + offset;
