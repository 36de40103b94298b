/** What clients ask first, answered out of a recording of this very server: neither the SDK nor zod is loaded for it. */
import { type Era, fill, LISTS, type List, type Offer, type Recording } from './recording.ts';
import { isInitialized, type OpeningRequest, openingRequest } from './requests.ts';

export {
  type Era,
  fill,
  type Hole,
  hole,
  LISTS,
  type List,
  type Offer,
  type Recording,
  recordingName,
  selectionKey,
} from './recording.ts';

/** Longer lines go to the server. What clients ask first is a few hundred bytes long. */
const MAX_BYTES = 8_192;

const CHEAP: List = 'resources/templates/list';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface OpeningFacts {
  recording: Recording;
  offer: Offer;
  /** Whether the server learns of events, so that resources can be watched. */
  told: boolean;
  instructions: string;
}

/** A connection's opening; it knows how far the connection has come. */
export interface Opening {
  /**
   * The answer to a line, byte for byte what the server would say; the empty text where nothing is to be said.
   * Undefined: this line and all after it are for the server.
   */
  answer(line: Uint8Array): string | undefined;
  /** What the server has to be told before it takes over, line by line: what it would have kept of all this. */
  history(): readonly Uint8Array[];
}

export function createOpening({ recording, offer, told, instructions }: OpeningFacts): Opening {
  /** Undefined until the client has settled on one: asking what the server can do does not. */
  let era: Era | undefined;
  let initialized = false;
  const history: Uint8Array[] = [];

  const say = (from: Era, { id, method, version }: OpeningRequest, items?: string) => {
    const answer = recording.answers[from][method];
    const capabilities = told ? offer.capabilities.told : offer.capabilities.untold;
    const facts = { capabilities, instructions: JSON.stringify(instructions), id: JSON.stringify(id) };
    return (
      answer && fill(answer, { ...facts, ...(items === undefined ? {} : { items }), version: JSON.stringify(version) })
    );
  };

  const list = (method: List): string | undefined => {
    const { [method]: items } = recording.items;
    return offer.lists[method]?.map((index) => items[index]).join(',');
  };

  const reply = (request: OpeningRequest): string | undefined => {
    const { method, version, enveloped } = request;
    if (method === 'initialize') {
      if (era || !recording.versions.includes(version ?? '')) return undefined;
      era = '2025';
      return say(era, request);
    }
    // In the middle of one protocol the other is an error, and so is a list before either.
    if (enveloped ? era === '2025' : era !== '2025') return undefined;
    if (method === 'server/discover') return enveloped ? say('2026', request) : undefined;
    const items = isList(method) ? list(method) : undefined;
    if (items === undefined) return undefined;
    era = enveloped ? '2026' : '2025';
    return say(era, request, items);
  };

  /** Keeps what settles the protocol. A list leaves nothing else behind: a cheap one stands for all. */
  const settle = (line: Uint8Array, message: object) => {
    history.push(era === '2025' ? line : Buffer.from(JSON.stringify({ ...message, method: CHEAP })));
  };

  return {
    answer(line) {
      if (line.length > MAX_BYTES) return undefined;
      let message: unknown;
      try {
        message = JSON.parse(utf8.decode(line));
      } catch {
        return undefined;
      }
      if (era === '2025' && !initialized && isInitialized(message)) {
        initialized = true;
        history.push(line);
        return '';
      }
      const request = openingRequest(message);
      const before = era;
      const answer = request && reply(request);
      if (era !== before) settle(line, message as object);
      return answer;
    },
    history: () => history,
  };
}

function isList(method: string): method is List {
  return (LISTS as readonly string[]).includes(method);
}
