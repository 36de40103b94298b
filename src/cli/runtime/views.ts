import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoize } from '../../lib/concurrency/lazy.ts';
import type { Listings } from '../../server/handshake/index.ts';
import type { View } from '../../server/index.ts';
import { viewFile } from '../../server/views/resource.ts';

/**
 * Returns the views of the program. A page is read when a host asks for it, and kept.
 * @param listings those of the build; undefined if they could not be read: there are no views then.
 * @param dist the folder of the build.
 */
export function viewsOf(listings: Listings | undefined, dist: string): View[] {
  return (listings?.views ?? []).map((view) => {
    const page = memoize(() => ({ html: readFileSync(join(dist, viewFile(view.name)), 'utf8') }));
    return { ...view, html: () => page().html };
  });
}
