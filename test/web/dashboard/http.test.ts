import { afterEach, expect, it, vi } from 'vitest';
import { RequestError, request, requestBody } from '../../../src/web/dashboard/requests/http.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }));
const failureOf = (run: Promise<unknown>) => run.catch((error: unknown) => error);

it.each(['<html>Please sign in to the network</html>', '', 'null', '"text"'])(
  'the dashboard reads the successful answer %j, which is no JSON object, as no answer of its server',
  async (body) => {
    for (const send of [request, requestBody]) {
      answer(body);
      const error = await failureOf(send('GET', '/api/dashboard/session'));
      expect(error).toBeInstanceOf(RequestError);
      expect(error).toMatchObject({ status: 0, message: expect.stringMatching(/^The server does not answer\./) });
    }
  },
);

it('the dashboard returns the data of a successful answer, and throws the message of any other', async () => {
  answer('{"data":{"id":"bk_1"}}');
  expect(await request('GET', '/api/dashboard/session')).toEqual({ id: 'bk_1' });
  answer('{"message":"The name is taken."}', 409);
  expect(await failureOf(request('GET', '/x'))).toMatchObject({ status: 409, message: 'The name is taken.' });
  answer('<html>', 403);
  expect(await failureOf(request('GET', '/x'))).toMatchObject({ status: 403, message: 'The server answered 403.' });
});

it('a proxy whose server does not answer leaves open whether a change was made, but not whether a page was read', async () => {
  answer('<html>Bad gateway</html>', 502);
  const UNKNOWN = 'Look first whether it was done: that is not known.';
  const write = await failureOf(request('POST', '/x', {}));
  expect(write).toMatchObject({ status: 0, message: expect.stringContaining(UNKNOWN) });
  const read = await failureOf(request('GET', '/x'));
  expect(read).toMatchObject({ status: 0, message: expect.not.stringContaining(UNKNOWN) });
});
