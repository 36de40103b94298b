import { type Api, ApiError, type Extensions } from '../../api/index.ts';
import type { ExtensionName } from '../../contract/index.ts';
import { Cancellation, type CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Mirror, MirroredKind } from '../../platform/mirror/index.ts';
import { throwAsApiError } from '../unavailable.ts';
import { type FollowUpArgs, followUpsOfMirror } from './follow-ups.ts';
import { RECORD_READERS } from './record-readers.ts';
import { recordWrite, WRITES } from './record-write.ts';
import type { SearchArgs } from './search.ts';
import { SEARCHES, type SearchEndpoint, searchMirror } from './search.ts';
import { countInMirror, type SummaryArgs } from './summary.ts';

interface MirroredParts {
  /** Of the platform. */
  api: Api;
  /** What the platform announces itself. */
  extensions: Extensions;
  /** Undefined while the mirror cannot be used. */
  mirror(): Promise<Mirror | undefined>;
  /** Of the mirror's database. */
  mirrorApi(): Promise<Api>;
  /** Has a record read again soon. */
  changed(kind: MirroredKind, id: string): void;
  /** Learns of a failure of the mirror: the platform answers until it is available again. */
  failed(error: unknown): undefined;
  /** Country of telephone numbers without +. */
  country: string | undefined;
  logger: Logger;
}

type Method = (args: never) => Promise<unknown>;

/** The API of the platform, whose searches its mirror answers, and whose writes the mirror learns of. */
export function mirroredApi(parts: MirroredParts): Api {
  const { api, mirror, mirrorApi, country } = parts;
  const methods = { ...api } as unknown as Record<keyof Api, Method>;
  for (const [name, kind] of Object.entries(WRITES) as [keyof typeof WRITES, MirroredKind][]) {
    const write = methods[name];
    methods[name] = async (args) => {
      const opened = await mirror();
      return recordWrite({ ...parts, mirror: opened }, kind, args, () => write(args));
    };
  }
  const partsOf = async (opened: Mirror) => ({ api, mirror: opened, mirrorApi: await mirrorApi(), country });
  for (const endpoint of SEARCHES) {
    const ask = methods[endpoint.name];
    methods[endpoint.name] = async (args) => {
      const opened = await searchable(parts, endpoint, args).catch(throwAsApiError);
      return opened ? searchMirror(endpoint, args, await partsOf(opened)).catch(throwAsApiError) : ask(args);
    };
  }
  const { getSummary, listFollowUps } = api;
  methods.getSummary = async (args: SummaryArgs) => {
    const opened = await unlessAnnounced(parts, 'activity_summary', args.signal);
    return opened
      ? countInMirror(args, { ...(await partsOf(opened)), extensions: parts.extensions }).catch(throwAsApiError)
      : getSummary(args);
  };
  methods.listFollowUps = async (args: FollowUpArgs) => {
    const opened = await unlessAnnounced(parts, 'follow_ups', args.signal);
    return opened ? followUpsOfMirror(args, await partsOf(opened)).catch(throwAsApiError) : listFollowUps(args);
  };
  return methods as unknown as Api;
}

/** The mirror, if a request is a search that the platform does not offer. @throws ApiError if the platform refuses the list */
async function searchable(
  parts: MirroredParts,
  { kind, extension, isSearch }: SearchEndpoint,
  args: SearchArgs,
): Promise<Mirror | undefined> {
  if (!isSearch(args)) return undefined;
  const opened = await unlessAnnounced(parts, extension, args.signal);
  if (opened && (await opened.progress())[kind].refused) await assertRefused(parts, opened, kind, args.signal);
  return opened;
}

/**
 * Throws the platform's own refusal of a list. The request has no filters: a platform that allows the list now would ignore
 * them, and its first page would look like the answer.
 */
async function assertRefused(
  { api }: MirroredParts,
  opened: Mirror,
  kind: MirroredKind,
  signal: CancelSignal | undefined,
): Promise<void> {
  await RECORD_READERS[kind].list(api, { query: { page: 1, per_page: 1 }, ...(signal ? { signal } : {}) });
  // From now on the list is read, and until it is complete, searches read the platform.
  await opened.allow(kind);
  const advice = `The platform allows the list of ${kind} now, which it refused before.`;
  throw new ApiError({ kind: 'unreachable', changed: 'no', advice, retryAfterSeconds: 1 });
}

/** The mirror, unless the platform announces an extension itself. */
const unlessAnnounced = async (
  { extensions, mirror }: MirroredParts,
  extension: ExtensionName,
  signal: CancelSignal = new Cancellation(),
): Promise<Mirror | undefined> => ((await extensions.has(extension, signal)) ? undefined : mirror());
