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
      `${title}. ${description} Offered where ${needs.map(code).join(', ')} ${needs.length > 1 ? 'are' : 'is'}.`,
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

const RESOURCES = `A resource is the answer of a reading tool, under a URI: it is offered where the tool is, and it is cleaned,
redacted and truncated like the tool's answers. \`_meta\` of a content names the fields with untrusted text
(\`rcpt-mcp/untrusted\`), and so does \`notice\`, the first member of a JSON content. Transcripts are Markdown: a code block that no text of the call can close, one line a turn, and
after a truncated answer how to read the rest.

- **Listing.** \`resources/list\` has the three fixed URIs. The templates list nothing, because a host should not show or
  fetch pages of customers without a request. Completion finds ids.
- **Errors.** A missing record and an invalid id are the protocol's resource-not-found error
  (\`-32602\`, \`data\` with the \`uri\`). All other errors are \`-32603\` with the message that a tool would return, and
  \`data\` with \`kind\`, \`retryable\`, and \`status\`, \`scope\`, \`retry_after_seconds\` or \`error_id\` where known.
- **Caching.** All answers are private to the caller. Lists, and \`server/discover\`, may be cached for 5 minutes: they
  change only when the server is restarted.
- **Changes.** Where the server receives events ([events.md](events.md)), \`resources.subscribe\` is announced: to 2026-07-28
  clients, which use \`subscriptions/listen\`, and over stdio to 2025 ones; over HTTP to 2025 clients only with
  \`--sessions\`. An event updates the record's URI, a call's transcript too, and then \`rcpt://events/recent\`: subscribe to that
  one for new records, whose URIs are not known yet. No \`listChanged\` is announced: lists do not change.`;

const PROMPTS = `A prompt is one message that says which tools do the task, in which order. It names only tools that are offered, and
the time zone of the given times. The user's input stands above the steps, quoted as data.`;

const COMPLETION = `Suggestions contain the typed text, ignoring case and accents; those that begin with it come first. They are taken from
one page of 100 records within two seconds, and show no more than the tools do; when the platform fails there are none.
URIs complete to ids. People read the arguments of prompts, so these complete to a description of the record, with its id in
brackets; a service completes to its name.`;

const ICONS = `The server, its prompts and its resources have icons: small inline drawings, one for each toolset. Tools have
none: icons would make \`tools/list\` 12 % longer.`;

export function resourcesPage(): string {
  return [
    '# Resources and prompts',
    '',
    'Made from the code by `npm run gen`.',
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
