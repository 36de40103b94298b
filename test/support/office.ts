import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { BusinessFile } from '../../src/contract/business.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { field, type ToolAnswer } from './clients.ts';
import { type StartedPlatform, type StartOptions, startPlatform } from './platform.ts';
import { type HttpSession, startHttp } from './session.ts';

export interface OfficeOptions {
  /** Settings of the server besides the address of the platform and the key, such as `RCPT_TIME_ZONE`. */
  env?: Record<string, string>;
  /** Arguments of the server. */
  args?: readonly string[];
  /** Default: `{ demo: true }`, the demo business. */
  platform?: StartOptions;
}

/** The embedded platform, the built program as an MCP server in front of it, and a client. */
export interface Office {
  platform: StartedPlatform;
  session: HttpSession;
  call(name: string, args?: object): Promise<ToolAnswer>;
  /** Calls a tool, which must succeed. */
  mustCall(name: string, args?: object): Promise<ToolAnswer>;
  /** Calls a tool that asks first, and agrees. Returns the question and the answer. */
  agree(name: string, args: object): Promise<{ asked: ToolAnswer; done: ToolAnswer }>;
  /** Sends a request to the API of the platform, below `/v1`, with a key that has all scopes. */
  send(method: string, path: string, body?: object): Promise<{ status: number; body: JsonObject }>;
  /** Posts to the API of the platform, which must accept it. Returns `data`. */
  post(path: string, body: object): Promise<JsonObject>;
  /** Applies a part of a business file by the API. */
  apply(business: BusinessFile): Promise<void>;
  /** Returns the environment of a server for the platform: that of the office, with changes. */
  env(changes?: Record<string, string>): Record<string, string>;
  /** Starts another server for the platform, with changes of the environment. It is closed at the end of the current test. */
  startServer(changes?: Record<string, string>, args?: readonly string[]): Promise<HttpSession>;
}

/** Opens an office for the tests of a file or of a `describe`, and closes it after them. Its members can be used in tests and hooks. */
export function useOffice(options: OfficeOptions = {}): Office {
  let opened: (Office & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await openOffice(options);
  });
  afterAll(() => opened?.close());
  const office = (): Office => {
    if (!opened) throw new Error('the office opens before the first test: use it in tests and hooks');
    return opened;
  };
  return {
    get platform() {
      return office().platform;
    },
    get session() {
      return office().session;
    },
    call: (...given) => office().call(...given),
    mustCall: (...given) => office().mustCall(...given),
    agree: (...given) => office().agree(...given),
    send: (...given) => office().send(...given),
    post: (...given) => office().post(...given),
    apply: (...given) => office().apply(...given),
    env: (...given) => office().env(...given),
    startServer: (...given) => office().startServer(...given),
  };
}

/** Opens an office that the caller closes. Tests of a whole file or `describe` take `useOffice`. */
export async function openOffice(options: OfficeOptions = {}): Promise<Office & { close(): Promise<void> }> {
  const platform = await startPlatform(options.platform ?? { demo: true });
  try {
    const key = await platform.key();
    const env: Office['env'] = (changes = {}) => ({
      RCPT_BASE_URL: platform.url,
      RCPT_API_KEY: key,
      ...options.env,
      ...changes,
    });
    const session = await startHttp(env(), options.args);
    return officeOf(platform, key, session, env);
  } catch (error) {
    await platform.close();
    throw error;
  }
}

function officeOf(platform: StartedPlatform, key: string, session: HttpSession, env: Office['env']) {
  const call: Office['call'] = (name, args = {}) => session.client.call(name, { ...args });
  const send: Office['send'] = async (method, path, body) => {
    const response = await fetch(`${platform.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  const post: Office['post'] = async (path, content) => {
    const { status, body } = await send('POST', path, content);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body.data as JsonObject;
  };
  const mustCall: Office['mustCall'] = async (name, args) => {
    const answer = await call(name, args);
    expect(answer.isError, answer.text).toBe(false);
    return answer;
  };
  return {
    platform,
    session,
    call,
    mustCall,
    async agree(name: string, args: object) {
      const asked = await mustCall(name, args);
      expect(field(asked.data, 'question', 'kind'), asked.text).toBe('confirm');
      const confirm_token = field(asked.data, 'question', 'repeat_with', 'confirm_token');
      return { asked, done: await mustCall(name, { ...args, confirm_token }) };
    },
    send,
    post,
    apply: async (business: BusinessFile) => void (await post('/business/apply', { business })),
    env,
    async startServer(changes?: Record<string, string>, args?: readonly string[]) {
      const other = await startHttp(env(changes), args);
      onTestFinished(() => other.close());
      return other;
    },
    async close() {
      await session.close();
      await platform.close();
    },
  };
}
