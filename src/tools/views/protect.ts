import { inSlices } from '../../lib/concurrency/slices.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolServices } from '../core/context.ts';
import { boundAnswer, withoutCuts } from '../output/bound.ts';
import { withoutHiddenRecords } from '../output/hidden-records.ts';
import { redactData } from '../output/redact.ts';
import { cleanData } from '../output/render.ts';
import { numbersIn } from './numbers.ts';
import { viewSchema } from './schema.ts';
import type { ViewData } from './view-data.ts';

/** Size of the data of one view at most: it costs no tokens, but a host passes it on and keeps it. */
export const MAX_VIEW_BYTES = 256 * 1024;
/** Texts are cut before they are masked, as those of an answer with this budget are. */
const MAX_TOKENS = 32_000;

/**
 * Cleans and masks the data of a view and removes records that the caller may not read, as those of an answer. Then adds the
 * numbers that this data and the answer show.
 */
export async function protectView(
  view: ViewData,
  answer: JsonObject,
  context: Pick<ToolServices, 'settings' | 'offered' | 'hidden'>,
): Promise<ViewData> {
  const { settings } = context;
  const schema = viewSchema();
  const { data, maxTextLength } = boundAnswer({ ...view }, MAX_TOKENS);
  const cleaned = await inSlices(cleanData(data, settings, maxTextLength));
  const masked = await redactData(schema, schema.parse(cleaned) as JsonObject, settings);
  const { hidden_records: _, ...visible } = withoutHiddenRecords(schema, withoutCuts(masked) as JsonObject, context);
  const numbers = await numbersIn(answer, visible);
  return withinBytes(withLists({ ...(visible as unknown as ViewData), ...(numbers.length > 0 ? { numbers } : {}) }));
}

/** A list of records that the caller may not read is as empty as that of a platform that has none. */
function withLists({ agenda, ...view }: ViewData): ViewData {
  return agenda ? { ...view, agenda: { ...agenda, staff: agenda.staff ?? [], services: agenda.services ?? [] } } : view;
}

/** Leaves out bookings from the end, then people and services, then the agenda. */
function withinBytes(view: ViewData): ViewData {
  const { agenda, call: _, ...rest } = view;
  if (fits(view) || !agenda) return fits(view) ? view : rest;
  const { bookings = [], ...days } = agenda;
  for (let count = bookings.length >> 1; count > 0; count >>= 1) {
    const fewer = { ...rest, agenda: { ...days, bookings: bookings.slice(0, count) } };
    if (fits(fewer)) return fewer;
  }
  const bare = { ...rest, agenda: { ...days, staff: [], services: [] } };
  return fits(bare) ? bare : rest;
}

const fits = (view: ViewData) => Buffer.byteLength(JSON.stringify(view)) <= MAX_VIEW_BYTES;
