import type { CallReport } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';

/** The systems whose calls are received. `generic` is our own format. */
export const VENDOR_NAMES = ['vapi', 'retell', 'elevenlabs', 'bland', 'telnyx', 'twilio', 'generic'] as const;
export type VendorName = (typeof VENDOR_NAMES)[number];

/** What people call them. */
export const VENDOR_TITLES: Readonly<Record<VendorName, string>> = {
  vapi: 'Vapi',
  retell: 'Retell AI',
  elevenlabs: 'ElevenLabs',
  bland: 'Bland',
  telnyx: 'Telnyx',
  twilio: 'Twilio',
  generic: 'your own system',
};

/** A request to the address of a source, before anything in it is believed. */
export interface Delivery {
  /** As received: signatures cover these bytes. */
  bytes: Uint8Array;
  headers: Headers;
  /** The addresses at which the vendor may have sent it: behind a proxy, the server does not see which. */
  urls: readonly string[];
}

/** Why a delivery is not genuine. */
export type SignatureFailure = 'no signature' | 'malformed headers' | 'clock' | 'signature';

/** What a genuine delivery says. */
export type ParsedReport =
  | {
      kind: 'report';
      /** The vendor's name of the event, for the log. */
      event: string;
      report: CallReport;
      /** Orders the reports of one call: a later stage, such as an analysis, has a higher rank and wins. */
      rank: number;
      /** True if its event has no direction: `phone` is the number that called, also where it is that of the business. */
      isUndirected?: true;
      /** Where the turns have to be fetched: passed to `fetchCall`. */
      fetch?: JsonObject;
    }
  | {
      /** Announces a call by an id of its transcript alone: `fetchCall` returns the report with the id of the call. */
      kind: 'announcement';
      event: string;
      fetch: JsonObject;
    }
  | {
      /** Genuine, but no report of a call that this version understands: it is kept as it is. */
      kind: 'unknown';
      event: string | null;
      /** In a sentence, without values of the body. */
      reason: string;
      /** True if no version will read anything of a call from it, such as that a text was spoken: it is not kept. */
      isIrrelevant?: boolean;
    };

/** Ranks of reports, as far as vendors have them in common. */
export const RANKS = { started: 0, ended: 10, analyzed: 20, fetched: 30 } as const;

/** Requests one JSON document of a vendor's API. @throws VendorRequestError */
export type FetchJson = (url: string, init: { headers: Record<string, string> }) => Promise<JsonObject>;

/** A request to a vendor's API failed. The message has no secret. */
export class VendorRequestError extends Error {
  override readonly name = 'VendorRequestError';
  /** False if the same request would fail again, such as one with a wrong key. */
  readonly retryable: boolean;
  /** Milliseconds that the vendor asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryable: boolean, retryAfterMs?: number) {
    super(message);
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** How one vendor's deliveries are verified and read. */
export interface Vendor {
  name: VendorName;
  /** Who makes the secret that signs: this program, or the vendor, from whose pages the operator copies it. */
  secretMaker: 'us' | 'vendor';
  /** Returns why a secret or key of the vendor cannot be right, as the end of a sentence; undefined if it can. */
  secretProblem?(secret: string): string | undefined;
  /** The same for the API key with which calls are fetched. */
  credentialProblem?(credential: string): string | undefined;
  /** `json or form`: as the body begins, because a form does not begin with `{`. */
  contentType: 'json' | 'form' | 'json or form';
  /** True if the vendor takes every answer but 200 for a failure, and stops sending after some. */
  expects200?: true;
  /**
   * Verifies the signature over the raw bytes against each current secret, in constant time.
   * @param now epoch milliseconds.
   * @returns the failure; undefined if the delivery is genuine.
   */
  verify(delivery: Delivery, secrets: readonly string[], now: number): SignatureFailure | undefined;
  /** Reads a genuine body: JSON, or the fields of a form. Pure. */
  read(body: JsonObject): ParsedReport;
  /**
   * Fetches what reports of the vendor only announce.
   * @param what `fetch` of the parsed report.
   * @param credential the operator's API key, in the form that the vendor's page describes.
   * @throws VendorRequestError
   */
  fetchCall?(what: JsonObject, credential: string, get: FetchJson): Promise<CallReport>;
}
