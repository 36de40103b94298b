import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthorizationServer,
  REDIRECT,
  REGISTERED,
  startAuthorizationServer,
} from '../support/authorization-server.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { field } from '../support/clients.ts';
import { type Guarded, startGuarded } from '../support/guarded.ts';
import { createUser } from '../support/login.ts';
import { temporaryFolder } from '../support/platform.ts';

/** An address without a listener. */
const NOT_YET = 'http://127.0.0.1:1';

/** From the first 401 to a booking: the official client, a real authorization server, and a user who consents. */
let proxy: Balancer;
let issuer: AuthorizationServer;
let server: Guarded;
let folder: string;
let resource: string;

beforeAll(async () => {
  folder = temporaryFolder();
  const principals = join(folder, 'principals.json');
  await writeFile(principals, JSON.stringify([{ name: 'Ana', sub: 'ana' }]));
  // Clients use the URL of the proxy, which is started first.
  proxy = await startBalancer([NOT_YET]);
  resource = `${proxy.url}/mcp`;
  issuer = await startAuthorizationServer(resource);
  const args = ['--oauth-issuer', issuer.issuer, '--public-url', proxy.url, '--principals', principals];
  server = await startGuarded('oauth', [...args, '--time-zone', 'America/New_York', '--sessions', '10']);
  proxy.replace(0, new URL(server.url).origin);
});
afterAll(async () => {
  await Promise.all([server?.close(), issuer?.close(), proxy?.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** The login state that a host stores. */
function host(registered: { client_id: string } | undefined) {
  let client: StoredOAuthClientInformation | undefined = registered && { ...registered, issuer: issuer.issuer };
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  const sentTo: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'Test host',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => 'a state',
    clientInformation: () => client,
    saveClientInformation: (made) => {
      client = made;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => void sentTo.push(url),
    saveCodeVerifier: (made) => {
      verifier = made;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => {
      discovered = state;
    },
    discoveryState: () => discovered,
  };
  return { provider, sentTo, tokens: () => tokens, client: () => client };
}

const ways = [
  ['dynamic registration', 'auto', undefined],
  ['dynamic registration', 'legacy', undefined],
  ['a client that is registered by hand', 'auto', { client_id: REGISTERED }],
] as const;

describe.each(ways)('OAuth login with %s (%s)', (_how, mode, registered) => {
  it('lets a client log in, read, request another scope, and book', async () => {
    const own = host(registered);
    const user = createUser('ana');
    const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: own.provider });
    const make = () => new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } });

    // Unauthorized: the client discovers the authorization server from the 401 response only.
    const first = transport();
    await expect(make().connect(first)).rejects.toThrow(UnauthorizedError);
    const [login] = own.sentTo;
    expect(login?.origin).toBe(issuer.issuer);
    expect(Object.fromEntries(login?.searchParams ?? [])).toMatchObject({
      resource,
      scope: 'rcpt:read offline_access',
      code_challenge_method: 'S256',
      client_id: own.client()?.client_id,
    });
    await first.finishAuth(await user.authorize(login as URL, REDIRECT));
    expect(decodeJwt(own.tokens()?.access_token ?? '')).toMatchObject({
      aud: resource,
      sub: 'ana',
      scope: 'rcpt:read',
    });

    // Reads.
    const client = make();
    const connected = transport();
    await client.connect(connected);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('create_booking');
    const services = await client.callTool({ name: 'list_services', arguments: {} });
    const service_id = field(services.structuredContent, 'items', 0, 'id');
    expect(service_id).toEqual(expect.any(String));

    // Writes: not with this token. The user is asked once more, for both scopes.
    const day = 3 + ways.findIndex((way) => way[0] === _how && way[1] === mode);
    const booking = {
      service_id,
      start_time: `2194-03-0${day}T10:00`,
      contact_name: 'Robin Tester',
      contact_email: 'robin@example.com',
    };
    const book = () => client.callTool({ name: 'create_booking', arguments: booking });
    await expect(book()).rejects.toThrow(UnauthorizedError);
    const more = own.sentTo.at(-1) as URL;
    expect(own.sentTo).toHaveLength(2);
    expect(more.searchParams.get('scope')).toContain('rcpt:write');
    await connected.finishAuth(await user.authorize(more, REDIRECT));
    const booked = await book();
    const id = field(booked.structuredContent, 'booking', 'id') as string;
    const seen = await client.callTool({ name: 'get_booking', arguments: { booking_id: id } });
    expect(field(seen.structuredContent, 'booking', 'contact_name')).toBe('Robin Tester');
    await client.close();
  });
});

it('the server refuses a user of the authorization server who is not in the file of principals', async () => {
  const own = host({ client_id: REGISTERED });
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: own.provider });
  const make = () => new Client({ name: 'host', version: '1' });
  await expect(make().connect(transport)).rejects.toThrow(UnauthorizedError);
  await transport.finishAuth(await createUser('stranger').authorize(own.sentTo[0] as URL, REDIRECT));
  const again = new StreamableHTTPClientTransport(new URL(resource), { authProvider: own.provider });
  await expect(make().connect(again)).rejects.toThrow(/no access to this server|403/);
});
