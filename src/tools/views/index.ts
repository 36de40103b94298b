import { Deadline } from '../../lib/concurrency/deadline.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContext } from '../core/context.ts';
import type { ToolDefinition } from '../core/define.ts';
import { protectView } from './protect.ts';
import { type CallData, VIEW_META, VIEW_TOOLS, type ViewData } from './view-data.ts';

export { VIEW_META, type ViewData };

/** How much later an answer is because of its view, at most, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** Tools whose answers are about one call. */
const OF_ONE_CALL = ['get_call', 'get_call_transcript'];

/**
 * Returns the data of the view of an answer. Never fails: what cannot be read in time is left out.
 * @param data the answer. `context.view` has what the tool left for its view.
 */
export async function viewData(tool: ToolDefinition, data: JsonObject, context: ToolContext): Promise<ViewData> {
  const { clock, time } = context;
  const now = clock.now();
  const zone = typeof data.time_zone === 'string' ? data.time_zone : time.zone;
  const tools = VIEW_TOOLS.filter((name) => context.offered.includes(name));
  const view: ViewData = { tool: tool.name, tools, time_zone: zone, now: new Date(now).toISOString() };
  const deadline = new Deadline(TIMEOUT_MS, context.signal);
  try {
    const parts = await partsOf(tool, { data, zone, now }, { ...context, signal: deadline.signal });
    return await protectView({ ...view, ...parts }, data, context);
  } catch (error) {
    context.logger.debug('a view has no data', { tool: tool.name, error });
    return view;
  } finally {
    deadline.end();
  }
}

async function partsOf(
  { name, view }: ToolDefinition,
  answer: { data: JsonObject; zone: string; now: number },
  context: ToolContext,
): Promise<Partial<ViewData>> {
  if (view === 'agenda') {
    const { agendaOf } = await import('./agenda.ts');
    return agendaOf({ tool: name, input: context.view ?? {}, ...answer }, context);
  }
  if (!OF_ONE_CALL.includes(name)) return {};
  const { callOf } = await import('./call.ts');
  const { call: shown, call_id } = answer.data;
  const { id = call_id } = (shown ?? {}) as { id?: unknown };
  const call: CallData | undefined = await callOf(id, context);
  return call ? { call } : {};
}
