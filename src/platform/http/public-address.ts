/** The whole address of a path; null if the public address of this server is not known. */
export const publicAddress = (path: string, publicUrl: URL | undefined): string | null =>
  publicUrl === undefined ? null : publicUrl.href.replace(/\/+$/, '') + path;
