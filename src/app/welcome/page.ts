import { acceptsByName } from '../../lib/http/accepts.ts';
import { html, type Markup } from '../../lib/text/html.ts';
import { cleanLine } from '../../lib/text/text.ts';
import type { ConnectionGuide, HealthCheck, WelcomeFacts } from './facts.ts';

/** The paths of the page and of its script and style, which the build writes to `dist/web/welcome`. */
export const WELCOME_PATHS = { page: '/', script: '/welcome/welcome.js', style: '/welcome/welcome.css' } as const;

/** The package, whose page has the documentation. */
const DOCUMENTATION = 'https://www.npmjs.com/package/rcpt-mcp';
const API_DOCUMENT = '/api/openapi.json';

const ABOUT: Record<WelcomeFacts['kind'], { title: string; about: string }> = {
  mcp: {
    title: 'Receptionist MCP server',
    about:
      'This is an MCP server. It lets AI clients work with the appointments, contacts and calls of a phone receptionist.',
  },
  platform: {
    title: 'Receptionist platform',
    about:
      'This is the REST API of a phone receptionist: appointments, contacts, calls and webhooks. rcpt-mcp brings it to AI clients.',
  },
};

/** Returns the page at `/`: what this server is, how to connect to it, and whether it works. HTML without inline code or style. */
export function welcomePage(facts: WelcomeFacts): string {
  const { kind, version, businessName, guides, origin } = facts;
  const { title, about } = ABOUT[kind];
  const name = businessName === undefined ? '' : cleanLine(businessName);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${name ? `${name}: ${title}` : title}</title>
<link rel="stylesheet" href="${WELCOME_PATHS.style}">
<link rel="icon" href="data:,">
<script src="${WELCOME_PATHS.script}"></script>
</head>
<body>
<a class="skip" href="#connect">Skip to how to connect</a>
<header>
<p class="product">rcpt-mcp ${version}</p>
<h1>${title}${name ? html`<span class="business"> of ${name}</span>` : ''}</h1>
<p>${about}</p>
${
  facts.hasDashboard
    ? html`<p><a class="button" href="/app">Open the dashboard</a></p>
`
    : ''
}</header>
<main id="main" data-origin="${origin}"${facts.isOriginConfigured ? '' : html` data-follow-address`}>
${statusSection(facts.checks)}
<section aria-labelledby="connect">
<h2 id="connect" tabindex="-1">Connect</h2>
<p>${prose(facts.access)}</p>
${contents(guides)}
${guides.map(guideSection)}
</section>
${linksSection(facts)}
</main>
<p id="announcement" class="unseen" role="status"></p>
</body>
</html>
`.text;
}

function statusSection(checks: readonly HealthCheck[]): Markup {
  const rows = checks.map(
    ({ path, ok, failed }) =>
      html`<li data-check="${path}" data-ok="${ok}" data-failed="${failed}"><span class="sign" aria-hidden="true"></span><span class="words">Open <a href="${path}">${path}</a> to see it.</span></li>
`,
  );
  return html`<section aria-labelledby="status">
<h2 id="status">Does it work?</h2>
<ul class="checks" aria-live="polite">
${rows}</ul>
</section>`;
}

function contents(guides: readonly ConnectionGuide[]): Markup {
  const links = guides.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>
`,
  );
  return html`<nav aria-label="Clients">
<ul class="contents">
${links}</ul>
</nav>`;
}

function guideSection({ id, title, how, code, note }: ConnectionGuide): Markup {
  return html`<section class="guide" aria-labelledby="${id}">
<h3 id="${id}" tabindex="-1">${title}</h3>
<p>${how}</p>
<div class="code">
<pre id="${id}-code" tabindex="0" role="region" aria-label="Text for ${title}"><code>${code}</code></pre>
<button type="button" data-copy="${id}-code" hidden>Copy<span class="unseen"> the text for ${title}</span></button>
</div>
${note ? html`<p class="note">${prose(note)}</p>` : ''}
</section>
`;
}

/** Marks the commands in a sentence, which are between backticks. */
const prose = (sentence: string): Markup[] =>
  sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

function linksSection({ kind }: WelcomeFacts): Markup {
  return html`<section aria-labelledby="more">
<h2 id="more">More</h2>
<ul class="links">
${
  kind === 'platform'
    ? html`<li><a href="${API_DOCUMENT}">OpenAPI document</a> of the REST API</li>
`
    : ''
}<li><a href="${DOCUMENTATION}" rel="noreferrer">Documentation</a> of rcpt-mcp</li>
</ul>
</section>`;
}

/** True if a client asks for a page, as browsers do. Others get JSON, also those that accept anything. */
export const acceptsPage = (accept: string | null): boolean => acceptsByName(accept, 'text/html');

/** What `/` answers to a program. */
export const welcomeJson = ({ kind, version, origin }: Pick<WelcomeFacts, 'kind' | 'version' | 'origin'>) =>
  kind === 'mcp'
    ? { name: 'rcpt-mcp', version, mcp: `${origin}/mcp` }
    : { name: 'rcpt-mcp platform', version, api: `${origin}/api/v1`, openapi: `${origin}${API_DOCUMENT}` };
