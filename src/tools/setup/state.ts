import { ApiError } from '../../api/index.ts';
import type { BusinessRecord } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

const NEEDED = ['revision', 'time_zone', 'closures', 'special_hours', 'rules', 'services', 'staff'] as const;

/**
 * Reads the business for a change of it.
 * @throws ToolError if the platform cannot be set up by its API.
 * @throws ApiError if a part is missing: a list that is sent back without its entries would remove them.
 */
export async function readSetup({ api, extensions, signal }: ToolContext): Promise<BusinessRecord> {
  const isChangeable = await extensions.announcesForCertain('business_changes', signal);
  if (!isChangeable || !(await extensions.announcesForCertain('business', signal))) throw new ToolError(IN_DASHBOARD);
  const { fields } = await api.getBusiness({ signal });
  if (NEEDED.some((name) => fields[name] === undefined || fields[name] === null)) {
    throw new ApiError({ kind: 'invalid_response', endpoint: 'getBusiness', changed: 'no' });
  }
  // `opening_hours` can be null.
  return { opening_hours: null, ...fields } as BusinessRecord;
}

export const IN_DASHBOARD = "This platform's business is set up in its dashboard, so nothing was sent.";
