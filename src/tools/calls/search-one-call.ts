import type { Call, Read } from '../../contract/index.ts';
import { MAX_TURNS_READ } from '../../lib/turns.ts';
import type { ToolContext } from '../core/context.ts';
import { estimateTokens } from '../output/token-budget.ts';
import { type CallSearch, matchCall, presentHit, quoteAll } from './call-match.ts';
import { checkSpeaker } from './check-speaker.ts';

/** Returns all turns of a call that match, as many as fit. Rejects with `ApiError` if the call cannot be read. */
export async function searchOneCall(id: string, search: CallSearch, context: ToolContext) {
  const { api, callCache, signal } = context;
  const { finder, after, tokens, cursorAfter } = search;
  const detail = await callCache.get(id, () => api.getCall({ id, signal }));
  const counts = { searched: 1, calls_in_window: 1 };
  const match = await matchCall(detail, search, context);
  if (!match && search.speaker !== undefined) {
    const check = checkSpeaker(search.speaker, 'no turn of this call');
    check.visit(detail);
    check.assertKnown();
  }
  const isWhole = (match?.turns.length ?? 0) < MAX_TURNS_READ;
  if (!match) return { items: [], ...counts, complete: isWhole };
  const call = await presentHit(detail as Read<typeof Call>, id, match, [], context);
  const space = { after: Number(after?.key ?? 0), tokens: tokens - estimateTokens(call) };
  const { quoted, lastTurn } = await quoteAll(match, finder, space, context);
  return {
    items: [{ ...call, turns: quoted }],
    ...counts,
    complete: lastTurn === undefined && isWhole,
    ...(lastTurn === undefined ? {} : { cursor: cursorAfter({ key: String(lastTurn), id }) }),
  };
}
