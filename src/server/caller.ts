import { type CallScope, resolveCaller, type ToolServices } from '../tools/index.ts';

/** Adds the person on the telephone to the scope of a call, in the voice profile. */
export async function withCaller(scope: CallScope, services: ToolServices): Promise<CallScope> {
  return services.settings.voice ? { ...scope, voice: await resolveCaller(scope, services) } : scope;
}
