/** What a server serves, for its log and its metrics. */
export interface ServedRoutes {
  /** Whole paths. */
  paths: readonly string[];
  /** Beginnings of paths whose rest is chosen by clients, or has an id or a secret. */
  folders: readonly string[];
}

/** Returns the route of a request without what clients choose and without secrets; `other` for what is not served. */
export function routeOf(url: string, { paths, folders }: ServedRoutes): string {
  const path = url.split('?', 1)[0] as string;
  if (paths.includes(path)) return path;
  return folders.find((name) => path === name || path.startsWith(`${name}/`)) ?? 'other';
}
