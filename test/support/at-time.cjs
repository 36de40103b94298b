'use strict';
// Preloaded: the program's clock is ahead by so many milliseconds.
const ahead = Number(process.env.TEST_AHEAD_MS);
const { now } = Date;
Date.now = () => now() + ahead;
