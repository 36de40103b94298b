/** What docs/resources.md and the README say of resources, prompts and completion. */
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
    ['address', 'what it holds'],
    ALL_RESOURCES.map(({ uri, description }) => [code(uri), description]),
  );
}

export function promptTable(): string {
  const named = (args: object) => Object.keys(args).map(code).join(', ');
  return table(
    ['prompt', 'what it does', 'arguments'],
    ALL_PROMPTS.map(({ name, description, args }) => [code(name), description, named(args)]),
  );
}

function resourceDetails(): string {
  return table(
    ['address', 'form', 'the same as', 'may be kept for', '`{id}` completes to'],
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

const RESOURCES = `A resource is what a reading tool answers, under an address: it is offered where the tool is, and it is cleaned,
redacted and shortened as the tool's answers are. \`_meta\` of a content names the fields that others wrote
(\`rcpt-mcp/untrusted\`). Transcripts are Markdown: a code block that nobody in the call can close, one line a turn, and
after it how to read on when the answer was full.

- **Listing.** \`resources/list\` has the three fixed addresses. The templates list nothing: pages of customers are not what
  a host should show, or fetch, unasked. Completion finds ids.
- **Errors.** A record that is not there, and an id that cannot be one, is the protocol's resource-not-found error
  (\`-32602\`, \`data\` with the \`uri\`). Everything else is \`-32603\` with the sentence that a tool would answer, and
  \`data\` with \`kind\`, \`retryable\`, and \`status\`, \`scope\`, \`retry_after_seconds\` or \`error_id\` where known.
- **Caching.** Everything is private to whoever asked. Lists, and \`server/discover\`, may be kept for 5 minutes: they
  change only when the server is started again.
- **Changes.** Where the server learns of events ([events.md](events.md)), \`resources.subscribe\` is announced: to 2026-07-28
  clients, who listen (\`subscriptions/listen\`), and over stdio to 2025 ones; over HTTP these have a session to be told in
  where \`--sessions\` keeps any. An event updates the record's address, a call's transcript too, and then \`rcpt://events/recent\`: the one to
  subscribe to for new records, whose addresses nobody knows yet. No \`listChanged\` is announced: lists do not change.`;

const PROMPTS = `A prompt is one message that says which tools do the task, in which order. It names only tools that are offered, and
the zone in which times are meant. What the user typed stands above the steps, quoted as data.`;

const COMPLETION = `Suggestions hold what was typed, whatever its case or accents; those that begin with it come first. They look at one
page of 100 records for at most two seconds, and show no more than the tools do; a platform that fails suggests nothing.
Addresses complete to ids. Arguments of prompts are read by people, so they complete to words that say which record is
meant, with its id in brackets; a service is known by its name.`;

const ICONS = `The server, its prompts and its resources have icons: small drawings inline, one a toolset, nothing is fetched. Tools have
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
