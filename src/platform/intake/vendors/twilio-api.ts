import type { JsonObject } from '../../../lib/json.ts';

/** Requests one document of Twilio's API with the key of the source. */
export type GetDocument = (url: string) => Promise<JsonObject>;

/** A recording of a call. */
export interface TwilioRecording {
  sid: string;
  startedAt: string | undefined;
  /** Where it can be heard, with the credentials of the account. */
  url: string | undefined;
}
