/** Generates docs/resources.md and the README's tables of resources and prompts. */
import { COMPLETIONS } from '../src/server/completion/index.ts';
import { ALL_PROMPTS } from '../src/server/prompts/index.ts';
import { ALL_RESOURCES } from '../src/server/resources/index.ts';
import { table } from './markdown.ts';

const code = (text: string) => `\`${text}\``;

/** `5 s`, `1 min`. */
function duration(ms: number): string {
  return ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`;
}

export function resourceTable(): string {
  return table(
    ['URI', 'content'],
    ALL_RESOURCES.map(({ uri, description }) => [code(uri), description]),
  );
}

export function promptTable(): string {
  const named = (args: object) => Object.keys(args).map(code).join(', ');
  return table(
    ['prompt', 'task', 'arguments'],
    ALL_PROMPTS.map(({ name, description, args }) => [code(name), description, named(args)]),
  );
}

function resourceDetails(): string {
  return table(
    ['URI', 'media type', 'same data as', 'cache lifetime', '`{id}` completes to'],
    ALL_RESOURCES.map(({ uri, mimeType, tool, ttlMs, completes }) => [
      code(uri),
      mimeType,
      code(tool),
      duration(ttlMs),
      completes ? COMPLETIONS[completes] : '',
    ]),
  );
}

function promptSections(): string[] {
  return ALL_PROMPTS.map(({ name, title, description, needs, args }) =>
    [
      `### ${name}`,
      '',
      `${description} Hosts show it as "${title}". It needs the ${needs.length > 1 ? 'tools' : 'tool'} ${needs.map(code).join(', ')}.`,
      '',
      table(
        ['argument', 'meaning', 'required', 'completes to'],
        Object.entries(args).map(([argument, { description: meaning, required, completes }]) => [
          code(argument),
          meaning,
          required ? 'yes' : '',
          completes ? COMPLETIONS[completes] : '',
        ]),
      ),
      '',
    ].join('\n'),
  );
}

const INTRODUCTION = `For users and developers of MCP hosts: what a host can attach to a conversation (resources), and tasks that a person can choose
from a menu (prompts). In Claude Code, for example, type \`/\` to choose a prompt such as \`morning_briefing\`, or \`@\` to attach a
resource. This page is generated from the code by \`npm run gen\`.`;

const RESOURCES = `A resource is the answer of a reading tool, under a URI. It is offered where the tool is, and it is cleaned, redacted and
truncated like the tool's answers.

- **Untrusted text.** \`_meta\` of a content names the fields with untrusted text (\`rcpt-mcp/untrusted\`). So does \`notice\`, the
  first member of a JSON content.
- **Transcripts** are Markdown: a code block with one line for each turn, which no text of the call can close. After a truncated answer
  the content states how to read the rest.

### Listing

\`resources/list\` has the resources without \`{id}\`. The templates list nothing, because a host should not show or fetch pages of
customers without a request. [Completion](#completion) finds ids.

### Errors

| cause | code | \`data\` |
| --- | --- | --- |
| the record does not exist, or the id is invalid | \`-32602\` (resource not found) | \`uri\` |
| any other | \`-32603\`, with the message of the tool | \`kind\`, \`retryable\`; where known \`status\`, \`scope\`, \`retry_after_seconds\`, \`error_id\` |

### Caching

All answers are private to the caller. Lists and \`server/discover\` may be cached for 5 minutes: they change only when the server is
restarted.

### Subscriptions

Where the server receives [events](events.md), it announces \`resources.subscribe\`. It announces no \`listChanged\`, because lists do
not change.

| client | over stdio | over HTTP |
| --- | --- | --- |
| MCP 2026-07-28 (\`subscriptions/listen\`) | yes | yes |
| the 2025 revisions (\`resources/subscribe\`) | yes | only with \`--sessions\` |

An event updates the URI of the record, of a call's transcript too, and then \`rcpt://events/recent\`. To learn of new records, whose
URIs you do not know yet, subscribe to \`rcpt://events/recent\`.`;

const PROMPTS = `A prompt is one message that names the tools for a task, in order. It names only tools that are offered, and the time zone of
the given times. The user's input stands above the steps, quoted as data.`;

const COMPLETION = `- Suggestions contain the typed text, in any case and with or without accents. Those that begin with it come first.
- They come from one page of 100 records, read within two seconds. Where the platform searches its lists itself, the page of appointments
  has the next ones, and a second page has the records with the typed words. They show no more than the tools do. If the platform fails,
  there are none.
- URIs complete to ids. Arguments of prompts are for people: they complete to a description of the record, with its id in brackets. A
  service completes to its name.`;

const ICONS = `The server, its prompts and its resources have icons: small inline drawings, one for each toolset. Tools have none: icons
would make \`tools/list\` 12 % longer.`;

export function resourcesPage(): string {
  return [
    '# Resources and prompts',
    '',
    INTRODUCTION,
    '',
    '## Resources',
    '',
    resourceDetails(),
    '',
    RESOURCES,
    '',
    '## Prompts',
    '',
    PROMPTS,
    '',
    ...promptSections(),
    '## Completion',
    '',
    COMPLETION,
    '',
    '## Icons',
    '',
    ICONS,
    '',
  ].join('\n');
}
