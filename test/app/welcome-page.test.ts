import { describe, expect, it } from 'vitest';
import { acceptsPage, WELCOME_PATHS, type WelcomeFacts, welcomeJson, welcomePage } from '../../src/app/welcome-page.ts';
import { type HttpFacts, httpFacts, platformFacts } from '../../src/cli/commands/welcome-facts.ts';
import { clientGuides, connectionLines } from '../../src/cli/install/connection-guides.ts';

const ORIGIN = 'http://127.0.0.1:8787';
const facts = (more: Partial<HttpFacts> = {}): HttpFacts => ({
  auth: 'none',
  origin: ORIGIN,
  isOriginConfigured: false,
  businessName: 'Corner Salon',
  voice: 'none',
  hasDashboard: true,
  ...more,
});
const page = (more: Partial<HttpFacts> = {}) => welcomePage(httpFacts(facts(more)));

/** The texts of elements with a class or tag, unescaped. */
const texts = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, text = '']) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
const titles = (html: string) => texts(html, /<h3[^>]*>([^<]*)<\/h3>/g);
const codes = (html: string) => texts(html, /<pre[^>]*><code>([^<]*)<\/code>/g);

describe('the welcome page', () => {
  it('the page explains how each client connects, with a button for each text that is copied', () => {
    const html = page();
    expect(titles(html)).toEqual(['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'ChatGPT', 'Other clients']);
    const [claudeCode, , cursor, vscode] = codes(html);
    expect(claudeCode).toBe(`claude mcp add --transport http receptionist ${ORIGIN}/mcp`);
    expect(JSON.parse(cursor ?? '')).toEqual({ mcpServers: { receptionist: { url: `${ORIGIN}/mcp` } } });
    expect(JSON.parse(vscode ?? '')).toEqual({ servers: { receptionist: { type: 'http', url: `${ORIGIN}/mcp` } } });
    for (const id of texts(html, /data-copy="([^"]*)"/g)) expect(html).toContain(`<pre id="${id}"`);
    expect(texts(html, /data-copy="([^"]*)"/g)).toHaveLength(6);
  });

  it('offers addresses that only services on the internet can use where they can reach them', () => {
    const [, local] = codes(page());
    expect(local).toBe('npx -y rcpt-mcp install claude-desktop');
    const [, remote] = codes(page({ origin: 'https://mcp.example.com', isOriginConfigured: true }));
    expect(remote).toBe('https://mcp.example.com/mcp');
  });

  it.each([
    ['none', 'all', ['Voice agents', 'Vapi tools']],
    [
      'token',
      'some',
      ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'ChatGPT', 'Other clients', 'Voice agents', 'Vapi tools'],
    ],
  ] as const)('--auth %s has the guides of voice agents where %s callers can be one', (auth, voice, expected) => {
    expect(titles(page({ auth, voice }))).toEqual(expected);
  });

  it.each(['token', 'platform-key', 'oauth'] as const)('--auth %s does not name the business', (auth) => {
    expect(page()).toContain('Corner Salon');
    expect(page({ auth })).not.toContain('Corner Salon');
  });

  it('the page of the platform has curl, the variables of rcpt-mcp and the OpenAPI document, and names no business', () => {
    const html = welcomePage(platformFacts(facts({ origin: 'https://desk.example.com', hasDashboard: false })));
    expect(codes(html)).toEqual([
      'curl -H "Authorization: Bearer $KEY" https://desk.example.com/api/v1/services',
      'RCPT_BASE_URL=https://desk.example.com RCPT_API_KEY=$KEY rcpt-mcp',
    ]);
    expect(html).toContain('href="/api/openapi.json"');
    expect(html).not.toMatch(/Corner Salon|href="\/app"/);
  });

  it('links the dashboard where it is served', () => {
    expect(page()).toContain('href="/app"');
    expect(page({ hasDashboard: false })).not.toContain('/app"');
  });

  it('follows the address of the browser, unless one is configured', () => {
    expect(page()).toContain(`data-origin="${ORIGIN}" data-follow-address>`);
    expect(page({ isOriginConfigured: true })).not.toContain('data-follow-address');
  });

  it('has no code, style or event handler of its own, and loads only its script and style', () => {
    const html = page({ voice: 'some', auth: 'token' });
    expect(html.match(/<script[^>]*>[^<]*/g)).toEqual([`<script src="${WELCOME_PATHS.script}">`]);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    expect(texts(html, /<link rel="stylesheet" href="([^"]*)"/g)).toEqual([WELCOME_PATHS.style]);
  });

  it('the welcome page escapes every text', () => {
    const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;`;
    const everything: WelcomeFacts = {
      ...httpFacts(facts()),
      businessName: `${hostile}\u202e`,
      version: hostile,
      origin: hostile,
      access: hostile,
      guides: [{ id: 'x', title: hostile, how: hostile, code: hostile, note: `a \`${hostile}\` b` }],
      checks: [{ path: hostile, ok: hostile, failed: hostile }],
    };
    const html = welcomePage(everything);
    expect(html).not.toMatch(/<script>|<img|onerror=alert\(1\)>|\u202e/);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(codes(html)).toEqual([hostile]);
    expect(html).toContain(`a <code>&quot;&#39;&gt;&lt;script&gt;`);
    expect(texts(html, /data-ok="([^"]*)"/g)).toEqual([hostile]);
  });

  it('names a path of this server for each check, and works without a script', () => {
    expect(texts(page(), /data-check="([^"]*)"/g)).toEqual(['/healthz', '/readyz']);
    expect(page()).toContain('Open <a href="/readyz">/readyz</a> to see it.');
  });

  it('programs get JSON instead of the page', () => {
    expect(welcomeJson(httpFacts(facts()))).toMatchObject({ name: 'rcpt-mcp', mcp: `${ORIGIN}/mcp` });
    expect(welcomeJson(platformFacts(facts()))).toMatchObject({ api: `${ORIGIN}/api/v1` });
  });
});

describe('the choice between page and JSON', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['application/json, text/html;q=0.5', true],
    ['Text/HTML', true],
    ['text/html;q=0', false],
    ['text/html; q=0.000', false],
    ['application/json', false],
    ['*/*', false],
    ['text/*', false],
    [null, false],
  ])('Accept: %s, the page is chosen: %s', (accept, expected) => {
    expect(acceptsPage(accept)).toBe(expected);
  });
});

describe('what http prints', () => {
  it('has the texts of the welcome page', () => {
    const connection = { url: `${ORIGIN}/mcp`, header: 'X-API-Key: sk_live_…' };
    const [claudeCode, others, ...more] = connectionLines(connection, { isForVoiceOnly: false });
    const guides = clientGuides(connection);
    expect(claudeCode).toBe(`  Claude Code     ${guides[0]?.code}`);
    const [, printed = ''] = others?.split('  other clients   ') ?? [];
    expect(JSON.parse(printed)).toEqual(JSON.parse(guides.at(-1)?.code ?? ''));
    expect(more).toEqual([]);
  });
});
