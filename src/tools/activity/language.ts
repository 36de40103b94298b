import type { Call, Read } from '../../contract/index.ts';
import { isInLanguage, knownLanguage, statedLanguage } from '../../lib/text/language-tag.ts';
import { pluralize } from '../../lib/text/text.ts';
import type { ToolContext } from '../core/context.ts';
import { readCallDetail, UnreadableCall } from '../search/call-details.ts';

/** Calls whose details one answer reads for their language. */
export const MAX_DETAILS = 1_000;
/** Details that are read concurrently. */
const CONCURRENCY = 6;
/** Time after which no further details are requested, in milliseconds: together with the list, less than hosts wait. */
const TIME_LIMIT_MS = 20_000;

/** Returns the language of a call. Only some platforms state it in their list. */
export function languageOf({ fields, other }: Read<typeof Call>): string | undefined {
  const { language } = { ...other, ...fields } as { language?: unknown };
  return statedLanguage(language);
}

/**
 * Passes on the calls in a language: `es` is also the language of a call in `es-MX`. Without a requested language it passes
 * on all of them.
 */
export function createLanguageFilter(requested: string | undefined, pass: (read: Read<typeof Call>) => void) {
  const wanted = requested?.toLowerCase();
  const seen = new Set<string>();
  let passed = 0;
  let unknown = 0;
  /** Counts calls in a language. Returns true if it is the requested one. */
  const count = (stated: string | undefined, calls: number): boolean => {
    const language = knownLanguage(stated, wanted);
    if (language !== undefined && seen.size < MAX_SEEN) seen.add(language);
    const isWanted = wanted === undefined || isInLanguage(language, wanted);
    if (wanted !== undefined && language === undefined) unknown += calls;
    if (isWanted) passed += calls;
    return isWanted;
  };
  return {
    count,
    add(read: Read<typeof Call>): void {
      if (count(languageOf(read), 1)) pass(read);
    },
    /**
     * Returns what an answer about languages leaves out.
     * @param unread calls whose details were not read.
     */
    unread: (unread: number) => [
      ...(unread > 0 ? [`The language of ${pluralize(unread, 'call')} was not read.`] : []),
      ...(unknown > unread ? [`${pluralize(unknown - unread, 'call')} without a known language.`] : []),
    ],
    /** The languages that there are instead, if no call is in the requested one: it may be written in another way. */
    note: () =>
      wanted !== undefined && passed === 0 && seen.size > 0
        ? `Languages of these calls: ${[...seen].sort().join(', ')}.`
        : undefined,
  };
}

/** Languages that a note lists. */
const MAX_SEEN = 20;

/** Returns calls with the language that their details state, and the number of those whose details were not read. */
export async function withLanguages(
  calls: readonly Read<typeof Call>[],
  context: ToolContext,
): Promise<{ calls: Read<typeof Call>[]; unread: number }> {
  const { clock } = context;
  const deadline = clock.monotonic() + TIME_LIMIT_MS;
  const read: Read<typeof Call>[] = [];
  let unread = 0;
  let wasRead = false;
  while (read.length < calls.length) {
    const chunk = calls.slice(read.length, read.length + CONCURRENCY);
    if (clock.monotonic() >= deadline)
      return { calls: [...read, ...calls.slice(read.length)], unread: unread + calls.length - read.length };
    const details = await Promise.all(chunk.map(({ fields }) => readCallDetail(fields.id ?? '', context)));
    wasRead ||= details.some((detail) => !(detail instanceof UnreadableCall));
    for (const [index, call] of chunk.entries()) {
      const detail = details[index];
      if (detail instanceof UnreadableCall) {
        // If no call can be read, the platform fails, not the record.
        if (!wasRead && detail.isServerError) throw detail.cause;
        unread++;
      }
      const language = detail instanceof UnreadableCall ? undefined : detail?.fields.language;
      read.push(language ? { ...call, other: { ...call.other, language } } : call);
    }
  }
  return { calls: read, unread };
}
