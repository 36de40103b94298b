/**
 * A time that is further away than this multiple of the longest that is ever set is from before the clock was set back.
 * The time of another process can be some milliseconds ahead, because each reads it before it waits for its turn to write.
 */
export const SET_BACK_FACTOR = 2;
