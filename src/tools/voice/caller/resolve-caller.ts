import { callReference } from '../../../contract/index.ts';
import type { CallOrigin } from '../../../lib/http/request-context.ts';
import type { ToolServices } from '../../core/context.ts';
import { currentSettings } from '../../core/pipeline.ts';
import type { VoiceCaller } from './caller.ts';

/**
 * Returns the person on the telephone from what the authenticated request states: headers or body, the configured key of
 * `_meta`, and what the platform knows about the call in progress. Each source that is present must state the same number;
 * otherwise the caller is unknown. Never rejects.
 */
export async function resolveCaller(
  { requestContext, meta }: CallOrigin,
  services: ToolServices,
): Promise<VoiceCaller> {
  const { callIds = [], numbers = [] } = requestContext?.statedCaller ?? {};
  const { numberMetaKey: key } = services.settings.voice ?? {};
  const stated = key !== undefined && meta && Object.hasOwn(meta, key) ? [...numbers, meta[key]] : [...numbers];
  const callId = agreed(callIds, (id) => callReference().safeParse(id).data) ?? null;
  try {
    const callInProgress = callId === null ? undefined : await services.callInProgress?.(callId);
    if (callInProgress) stated.push(callInProgress.phone);
    if (stated.length === 0) return { phone: null, callId };
    const { readCallerNumber } = await import('../../../lib/phone/caller-number.ts');
    const { defaultCountry } = await currentSettings(services);
    return { phone: agreed(stated, (number) => readCallerNumber(number, defaultCountry)) ?? null, callId };
  } catch (error) {
    services.logger.warn('a call in progress cannot be looked up: its caller counts as unknown', { error });
    return { phone: null, callId };
  }
}

/** Returns the value that all sources state; undefined if there is none, one cannot be read, or two differ. */
function agreed(sources: readonly unknown[], read: (source: unknown) => string | undefined): string | undefined {
  const [first, ...others] = sources.map(read);
  return others.every((other) => other === first) ? first : undefined;
}
