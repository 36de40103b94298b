import { useEffect, useState } from 'preact/hooks';

/** A place in the dashboard: `#/calls/call_1?query=price` is `calls`, `call_1` and a parameter. */
export interface Route {
  page: string;
  id: string | undefined;
  params: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', id] = path.split('/').map(decode);
  return { page: page === '' ? 'agenda' : page, id: id || undefined, params: new URLSearchParams(query) };
}

/** The address of a place. Empty parameters are left out. */
export function href(page: string, id?: string, params: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${query.size > 0 ? `?${query}` : ''}`;
}

export function navigate(address: string): void {
  location.hash = address;
}

/** The place of the address bar. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const change = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return route;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
