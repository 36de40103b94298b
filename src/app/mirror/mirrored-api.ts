import type { Api, Extensions } from '../../api/index.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Mirror, MirroredKind } from '../../platform/mirror/index.ts';
import { throwAsApiError } from '../upstream.ts';
import { recordWrite, WRITES } from './record-write.ts';
import { SEARCHES, type SearchArgs, type SearchEndpoint, searchMirror } from './search.ts';

export interface MirroredParts {
  /** Of the platform. */
  api: Api;
  /** What the platform announces itself. */
  extensions: Extensions;
  /** Undefined while the file cannot be used. */
  mirror(): Promise<Mirror | undefined>;
  /** Of the mirror's database. */
  mirrorApi(): Promise<Api>;
  /** Has a record read again soon. */
  changed(kind: MirroredKind, id: string): void;
  logger: Logger;
}

type Method = (args: never) => Promise<unknown>;

/** The API of the platform, whose searches its mirror answers, and whose writes the mirror learns of. */
export function mirroredApi(parts: MirroredParts): Api {
  const { api, mirror, mirrorApi } = parts;
  const methods = { ...api } as unknown as Record<keyof Api, Method>;
  for (const [name, kind] of Object.entries(WRITES) as [keyof typeof WRITES, MirroredKind][]) {
    const write = methods[name];
    methods[name] = async (args) => {
      const opened = await mirror();
      return opened ? recordWrite({ ...parts, mirror: opened }, kind, args, () => write(args)) : write(args);
    };
  }
  for (const endpoint of SEARCHES) {
    const ask = methods[endpoint.name];
    methods[endpoint.name] = async (args) => {
      const opened = await searchable(parts, endpoint, args);
      return opened
        ? searchMirror(endpoint, args, { api, mirror: opened, mirrorApi: await mirrorApi() }).catch(throwAsApiError)
        : ask(args);
    };
  }
  return methods as unknown as Api;
}

/**
 * The mirror, if a request is a search that the platform does not offer. A list that the credential may not read is the platform's to
 * refuse.
 */
async function searchable(
  { extensions, mirror }: MirroredParts,
  { kind, extension, isSearch }: SearchEndpoint,
  args: SearchArgs,
): Promise<Mirror | undefined> {
  if (!isSearch(args)) return undefined;
  if (await extensions.has(extension, args.signal ?? new AbortController().signal)) return undefined;
  const opened = await mirror();
  return opened && !(await opened.progress())[kind].refused ? opened : undefined;
}
