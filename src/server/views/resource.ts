import type { ViewName } from '../../tools/core/view-names.ts';
import { VIEW_MIME_TYPE } from './extension.ts';
import type { ListedView } from './offer.ts';

/** What `resources/list` says about each view. */
const TEXTS: Readonly<Record<ViewName, { title: string; description: string }>> = {
  agenda: {
    title: 'Agenda',
    description: 'A day or a week with bookings, working hours, closures and free times.',
  },
  'call-review': {
    title: 'Call review',
    description: 'A call with its result, its turns, and what was promised in it.',
  },
  activity: {
    title: 'Activity',
    description: 'Counts and sums of calls or bookings as bars and lines, with their table.',
  },
};

/** The `_meta` of a view. */
const RESOURCE_META = {
  ui: {
    // It contacts no server: all lists of origins are empty.
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    // It shows the words of callers, and a border shows where it begins.
    prefersBorder: true,
  },
};

/** Path of the page of a view inside of `dist`. */
export const viewFile = (name: ViewName) => `web/views/${name}.html`;

/**
 * Returns a view for the listings.
 * @param hash of its page, hexadecimal. Hosts cache pages by URI, so that another page has another one.
 */
export function listedView(name: ViewName, hash: string): ListedView {
  const uri = `ui://rcpt-mcp/${name}-${hash}.html`;
  const annotations = { audience: ['user'] };
  return {
    name,
    item: {
      uri,
      name,
      ...TEXTS[name],
      mimeType: VIEW_MIME_TYPE,
      annotations,
      _meta: RESOURCE_META,
    } as ListedView['item'],
  };
}

/** Template of these URIs. It is not listed: hosts take the URI of a view from a tool. */
export const VIEW_URI_TEMPLATE = 'ui://rcpt-mcp/{file}';

/** Returns the name of the view in `{file}`, whatever its hash is; undefined if it names none. */
export function viewNameIn(file: string): string | undefined {
  return /^([a-z-]+)-[0-9a-f]+\.html$/.exec(file)?.[1];
}

/** The content of a view in the result of `resources/read`. */
export const viewContent = (uri: string, html: string) => ({
  uri,
  mimeType: VIEW_MIME_TYPE,
  text: html,
  _meta: RESOURCE_META,
});
