import { type Api, createExtensions, type Extensions } from '../../api/index.ts';
import type { ExtensionName } from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Mirror, MirroredKind } from '../../platform/mirror/index.ts';

/** What an extension of searches needs of the mirror. */
interface Needs {
  lists: readonly MirroredKind[];
  transcripts?: true;
}

/** The extensions that a mirror has for a platform without them. */
export const SEARCH_EXTENSIONS = {
  list_filters: { lists: ['bookings', 'calls'] },
  call_search: { lists: ['calls'], transcripts: true },
} as const satisfies Partial<Record<ExtensionName, Needs>>;

interface Parts {
  mirror(): Promise<Mirror | undefined>;
  mirrorApi(): Promise<Api>;
  /** Those of the platform itself. */
  extensions: Extensions;
  clock: Clock;
}

/**
 * The extensions of the platform and, in addition, those with which its mirror answers: it must have all records, with the fields
 * that searches need. A list that the credential may not read is the platform's to refuse.
 */
export function mirroredExtensions({ mirror, mirrorApi, extensions, clock }: Parts): Extensions {
  let ofMirror: Promise<Extensions> | undefined;
  const announcedByMirror = async (name: ExtensionName, signal: AbortSignal) => {
    ofMirror ??= mirrorApi().then((api) => createExtensions(api, clock));
    return (await ofMirror).has(name, signal);
  };
  return {
    async has(name, signal) {
      if (await extensions.has(name, signal)) return true;
      const needs = (SEARCH_EXTENSIONS as Partial<Record<ExtensionName, Needs>>)[name];
      const opened = needs && (await mirror());
      if (!opened) return false;
      const [progress, gaps] = await Promise.all([opened.progress(), opened.gaps()]);
      const hasLists = needs.lists.every((kind) => {
        const { refused, completedAt } = progress[kind];
        return refused || (completedAt !== null && !gaps.unsearchable.has(kind));
      });
      if (!hasLists || (needs.transcripts && gaps.callsWithoutDetail > 0)) return false;
      return announcedByMirror(name, signal);
    },
  };
}
