'use strict';
// Preload script: moves the program's wall clock by the milliseconds in the file TEST_CLOCK_FILE, which tests change.
const { readFileSync } = require('node:fs');
const file = process.env.TEST_CLOCK_FILE;
const { now } = Date;
Date.now = () => now() + Number(readFileSync(file, 'utf8'));
