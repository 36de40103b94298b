import { ApiError } from '../../api/index.ts';
import type { BusinessRecord } from '../../contract/index.ts';
import { listed, say } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

const NEEDED = ['revision', 'time_zone', 'closures', 'special_hours', 'rules', 'services', 'staff'] as const;

/**
 * Reads the business for a change of it.
 * @throws ToolError if the platform cannot be set up by its API.
 * @throws ApiError if a part is missing: a list that is sent back without its entries would remove them.
 */
export async function readSetup(context: ToolContext): Promise<BusinessRecord> {
  const { api, extensions, signal } = context;
  const isChangeable = await extensions.announcesForCertain('business_changes', signal);
  if (!isChangeable || !(await extensions.announcesForCertain('business', signal))) throw setUpElsewhere(context);
  const { fields } = await api.getBusiness({ signal });
  if (NEEDED.some((name) => fields[name] === undefined || fields[name] === null)) {
    throw new ApiError({ kind: 'invalid_response', endpoint: 'getBusiness', changed: 'no' });
  }
  // `opening_hours` can be null.
  return { opening_hours: null, ...fields } as BusinessRecord;
}

/** Tools that state what is known of a business also where the platform does not let its API set it up. */
const STATING = ['get_account_context', 'list_services', 'list_staff'];

/** Returns the refusal of a tool that needs more of the platform's API than it has. */
export function setUpElsewhere({ offered }: Pick<ToolContext, 'offered'>): ToolError {
  const stating = STATING.filter((name) => offered.includes(name));
  const known = stating.length > 0 ? say` What is known of it: ${listed(stating)}.` : say``;
  return new ToolError(say`This platform's business is set up in its dashboard, so nothing was sent.${known}`);
}
