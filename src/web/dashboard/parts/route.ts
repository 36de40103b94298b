import { useLayoutEffect, useState } from 'preact/hooks';

/** A place in the dashboard: `#/calls/call_1?query=price` is `calls`, `call_1` and a parameter. */
export interface Route {
  page: string;
  id: string | undefined;
  params: URLSearchParams;
}

/** The parameter with the business, for people who work for several. In the address it lasts over a reload, in each tab. */
export const TEAM = 'team';

function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', id] = path.split('/').map(decode);
  return { page: page === '' ? 'agenda' : page, id: id || undefined, params: new URLSearchParams(query) };
}

/** The address of a place of the business that is shown. Empty parameters are left out. */
export function href(page: string, id?: string, params: Record<string, string | undefined> = {}): string {
  const team = parseRoute(location.hash).params.get(TEAM) ?? undefined;
  return address(page, id, { ...params, [TEAM]: team });
}

/** The address of a page of another business. */
export const teamHref = (page: string, teamId: string): string => address(page, undefined, { [TEAM]: teamId });

function address(page: string, id: string | undefined, params: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${query.size > 0 ? `?${query}` : ''}`;
}

/** What `navigate` sends for the place that is shown: it is read again. */
export const AGAIN = 'place-again';

export function navigate(to: string): void {
  const before = location.href;
  location.hash = to;
  if (location.href === before) dispatchEvent(new Event(AGAIN));
}

/**
 * What is asked before the place changes: returns true, and says so on the page, if something there would be lost.
 * @param isSamePage true if only the parameters of the page change.
 * @param isSameList true if also the record can be another one of the same page.
 */
type Keep = (isSamePage: boolean, isSameList: boolean) => boolean;
let keepers: readonly Keep[] = [];

/** Stays at the place as long as something there would be lost, whatever leads away. Returns how to end that. */
export function keepPlace(keep: Keep): () => void {
  keepers = [...keepers, keep];
  return () => {
    keepers = keepers.filter((other) => other !== keep);
  };
}

/** Asks before all pages are left, such as to sign out. Returns true if the place is kept, which its page says then. */
export const isPlaceKept = (isSamePage = false, isSameList = isSamePage): boolean =>
  keepers.some((keep) => keep(isSamePage, isSameList));

/** Whether two addresses have the same page of the same business, and the same record. */
function samePage(...urls: [string, string]): [isSamePage: boolean, isSameList: boolean] {
  const [one, other] = urls.map((url) => parseRoute(new URL(url).hash)) as [Route, Route];
  const isSameList = one.page === other.page && one.params.get(TEAM) === other.params.get(TEAM);
  return [isSameList && one.id === other.id, isSameList];
}

/** The place of the address bar. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // At once: an address that changes before the listeners are there would not be seen.
  useLayoutEffect(() => {
    const change = ({ oldURL, newURL }: HashChangeEvent) => {
      if (isPlaceKept(...samePage(oldURL, newURL))) history.replaceState(history.state, '', oldURL);
      // Also if it stays: a choice of another place is drawn as it was.
      setRoute(parseRoute(location.hash));
    };
    // The browser asks the user then, in words of its own.
    const unload = (event: Event) => {
      if (isPlaceKept()) event.preventDefault();
    };
    addEventListener('hashchange', change);
    addEventListener('beforeunload', unload);
    return () => {
      removeEventListener('hashchange', change);
      removeEventListener('beforeunload', unload);
    };
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
