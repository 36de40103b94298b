import { compose } from '../../../../src/app/compose.ts';
import { parseInvocation } from '../../../../src/cli/parser/parse.ts';
import { readSettings } from '../../../../src/config/settings.ts';
import type { BusinessFile } from '../../../../src/contract/business.ts';
import type { JsonObject } from '../../../../src/lib/json.ts';
import { silentLogger } from '../../../../src/lib/logging/logger.ts';
import {
  type BusinessSettings,
  callTool,
  createVoiceMemory,
  type ToolFailure,
  type ToolServices,
} from '../../../../src/tools/index.ts';
import { type CallerCheck, spokenFailure, VOICE_TOOLS, type VoiceCaller } from '../../../../src/tools/voice/index.ts';
import { NOW, practice } from '../../../business/support/practice.ts';
import { type ManualClock, manualClock } from '../../../support/clock.ts';
import { startPlatform } from '../../../support/platform.ts';

export interface VoiceOptions {
  /** Default: `en-GB`, with 24 hours. */
  language?: string;
  callerChecks?: readonly CallerCheck[];
  /** Zone of the server's option. Default: that of the business. */
  timeZone?: string;
}

/** What a tool of the voice profile answers. */
export interface Spoken {
  text: string;
  isError: boolean;
  /** What the agent reads and does not say. */
  forAgent?: string | undefined;
}

/** Calls tools as one caller. */
export type Call = (name: string, args?: JsonObject) => Promise<Spoken>;

export const CALLER: VoiceCaller = { phone: '+13035550101', callId: 'call_1' };
export const OTHER_CALLER: VoiceCaller = { phone: '+13035550202', callId: 'call_2' };
export const WITHHELD: VoiceCaller = { phone: null, callId: 'call_3' };

/** Returns the tools of the voice profile as a caller has them, with the services of a server. */
export function callAs(services: ToolServices, caller: VoiceCaller): Call {
  return async (name, args = {}) => {
    const tool = VOICE_TOOLS.find((one) => one.name === name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const result = await callTool(tool, args, services, { signal: AbortSignal.timeout(30_000), voice: caller });
    if (!('content' in result)) throw new Error('the answer is a form');
    const { spoken, error } = (result.structuredContent ?? {}) as { spoken?: string; error?: ToolFailure };
    const [first, second] = result.content as { text: string }[];
    const text = spoken ?? (error ? spokenFailure(error, services.settings) : (first?.text ?? ''));
    return { text, isError: result.isError === true, forAgent: second?.text };
  };
}

/** Returns the services of a server for a platform at a URL, with the settings of the voice profile. */
export async function voiceServices(
  env: Record<string, string>,
  { language = 'en-GB', callerChecks = [] }: VoiceOptions = {},
) {
  const { options } = parseInvocation(['http'], env);
  const { services, close } = await compose(readSettings(options), silentLogger);
  const settings = { ...services.settings, voice: { language, callerChecks } };
  const { businessSettings: business } = services;
  // The language is that of the options, whatever the country of the business is.
  const withoutLanguage = ({ language: _, ...settings }: BusinessSettings) => settings;
  const businessSettings = business && (async () => withoutLanguage(await business()));
  return { services: { ...services, businessSettings, settings, offered: VOICE_TOOLS.map(({ name }) => name) }, close };
}

/** A practice on the embedded platform, and the voice profile in front of it. */
export interface VoiceOffice {
  clock: ManualClock;
  /** The platform's address, and a key with all scopes. */
  url: string;
  apiKey: string;
  services: ToolServices;
  /** Returns the tools of a caller. With options, the memory of the profile is another one. */
  as(caller: VoiceCaller, options?: VoiceOptions): Call;
  /** Sends a request to the platform, as the owner does. */
  send(method: string, path: string, body?: JsonObject): Promise<JsonObject>;
  /** The bookings that are not cancelled, the earliest first. */
  booked(): Promise<JsonObject[]>;
  close(): Promise<void>;
}

/** Opens a practice in Denver on a Monday at 10:00. */
export async function openVoiceOffice(
  options: VoiceOptions = {},
  business: Partial<BusinessFile> = {},
): Promise<VoiceOffice> {
  const clock = manualClock(NOW);
  const platform = await startPlatform({ clock });
  await platform.platform.business.apply({ ...practice(), ...business });
  const key = await platform.key();
  const { timeZone } = options;
  const env = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: key, ...(timeZone ? { RCPT_TIME_ZONE: timeZone } : {}) };
  const { services, close } = await voiceServices(env, options);
  const timed: ToolServices = { ...services, voiceMemory: createVoiceMemory(clock), clock };
  const send: VoiceOffice['send'] = async (method, path, body) => {
    const response = await fetch(`${platform.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as JsonObject;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data as JsonObject;
  };
  return {
    clock,
    url: platform.url,
    apiKey: key,
    services: timed,
    as: (caller, other) => {
      if (!other) return callAs(timed, caller);
      const voice = { language: 'en-GB', callerChecks: [], ...other };
      return callAs(
        { ...timed, settings: { ...timed.settings, voice }, voiceMemory: createVoiceMemory(clock) },
        caller,
      );
    },
    send,
    async booked() {
      const all = (await send('GET', '/bookings?per_page=100')) as unknown as JsonObject[];
      return all
        .filter(({ status }) => status !== 'cancelled')
        .sort((a, b) => (String(a.start_time) < String(b.start_time) ? -1 : 1));
    },
    async close() {
      await close();
      await platform.close();
    },
  };
}

/** Calls a tool of a change twice: the question, and the answer after the yes. */
export async function confirmed(call: Call, name: string, args: JsonObject): Promise<{ asked: string; done: string }> {
  const asked = await call(name, args);
  const done = await call(name, { ...args, confirmed: true });
  if (asked.isError || done.isError) throw new Error(`${asked.text} ${done.text}`);
  return { asked: asked.text, done: done.text };
}
