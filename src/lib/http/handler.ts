/** Answers one HTTP request: what a server of ours is, whether a socket or the same process calls it. */
export type FetchHandler = (request: Request) => Promise<Response>;
