/**
 * The modules of undici that this program uses. Its index also loads fetch, WebSocket, caches and mocks, which takes
 * three times as long.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
