/** The parts of the documentation that are made from the code. */
import { OPTIONS } from '../src/cli/options/index.ts';
import { type Option, shownDefault } from '../src/cli/options/option.ts';
import type { JsonObject } from '../src/lib/json.ts';
import { METRICS } from '../src/metrics/table.ts';
import { toolListing } from '../src/server/index.ts';
import { ALL_TOOLS, ALL_TOOLSETS, TOOLSETS, type ToolDefinition } from '../src/tools/index.ts';
import { bundleManifest } from './bundle-manifest.ts';
import { examples, truncated } from './examples/index.ts';
import { conversationImage } from './examples/picture.ts';
import { readPackage } from './identity.ts';
import { replaceSection, table } from './markdown.ts';
import { registryEntry } from './registry-entry.ts';
import { promptTable, resourcesPage, resourceTable } from './resources-page.ts';
import { tokenTable } from './token-cost.ts';

const EFFECTS = { read: 'reads', create: 'creates', update: 'changes', delete: 'cancels or deletes' } as const;

function toolTable(): string {
  const rows = ALL_TOOLS.map((tool) => [`\`${tool.name}\``, tool.description, EFFECTS[tool.effect], tool.toolset]);
  return table(['tool', 'what it does', 'effect', 'toolset'], rows);
}

const choices = ({ type: { kind, values } }: Option) =>
  kind === 'choice' ? ` ${values?.map((value) => `\`${value}\``).join(', ')}` : '';

function optionTable(): string {
  const shared = OPTIONS.filter((option) => option.env);
  const rows = shared.map((option) => [
    option.flag ? `\`--${option.name}\`${choices(option)}` : '(no flag: it would show in process lists)',
    `\`${option.env}\``,
    option.description,
    shownDefault(option),
  ]);
  return table(['option', 'environment', 'description', 'default'], rows);
}

function toolsetTable(): string {
  const names = (toolset: string) =>
    ALL_TOOLS.filter((tool) => tool.toolset === toolset).map((tool) => `\`${tool.name}\``);
  return table(
    ['toolset', 'what it is about', 'tools'],
    ALL_TOOLSETS.map((toolset) => [toolset, TOOLSETS[toolset], names(toolset).join(', ')]),
  );
}

interface Argument extends JsonObject {
  type?: string;
  description?: string;
  enum?: string[];
  items?: Argument;
  default?: unknown;
}

function typeOf(argument: Argument): string {
  if (argument.enum) return argument.enum.map((value) => `\`${value}\``).join(', ');
  return argument.type === 'array' && argument.items ? `list of ${typeOf(argument.items)}` : (argument.type ?? '');
}

function toolSection(tool: ToolDefinition): string {
  const { inputSchema, outputSchema } = toolListing(tool);
  const required = (inputSchema.required ?? []) as string[];
  const rows = Object.entries((inputSchema.properties ?? {}) as Record<string, Argument>).map(([name, argument]) => [
    `\`${name}\``,
    typeOf(argument),
    required.includes(name) ? 'yes' : '',
    [argument.description, argument.default === undefined ? '' : `Default ${argument.default}`]
      .filter(Boolean)
      .join('. '),
  ]);
  const answers = Object.keys(outputSchema.properties as JsonObject).filter((name) => name !== 'error');
  return [
    `## ${tool.name}`,
    '',
    `${tool.description} (${EFFECTS[tool.effect]}; toolset ${tool.toolset}; scope ${tool.scope ? `\`${tool.scope}\`` : 'none'})`,
    '',
    rows.length > 0 ? table(['argument', 'type', 'required', 'meaning'], rows) : 'It takes no arguments.',
    '',
    `Answers with ${answers.map((name) => `\`${name}\``).join(', ')}; or, when the call failed, with \`error\`.`,
    '',
    ...exampleOf(tool),
  ].join('\n');
}

/** A call with the demo business, as it was made and answered. */
function exampleOf({ name }: ToolDefinition): string[] {
  const example = examples().get(name);
  if (!example) throw new Error(`scripts/examples/calls.ts has no call of ${name}`);
  return ['```json', JSON.stringify(example.args), '```', '', '```text', truncated(example.text), '```'];
}

function toolsPage(): string {
  return [
    '# Tools',
    '',
    'Made from the code by `npm run gen`. Every failed call answers with `isError: true` and an `error` of `kind`,',
    '`message`, `retryable`, `changed` (`no` or `unknown`), and `status`, `scope` or `retry_after_seconds` where known.',
    '',
    'Each tool has an example: the arguments of a call with the demo business, and the text of its answer; the same data is',
    'in the structured content. Long answers are truncated here. The last tool shows a refusal. Tools that cancel, delete or',
    'create keys ask the user first, except in these examples (`--confirm never`).',
    '',
    toolsetTable(),
    '',
    ...ALL_TOOLS.map((tool) => `${toolSection(tool)}\n`),
  ].join('\n');
}

function tokensPage(): string {
  return [
    '# Token cost of tool definitions',
    '',
    'Tokens by o200k_base, counted by `npm run gen` (`npm run token-cost` prints the same). Most hosts show a model the name,',
    'the description and the arguments of a tool; the whole also has its output and annotations. At most 150 a tool on',
    'average and 3,200 in all as a model sees them, and 250 for the instructions: a test holds that.',
    '',
    tokenTable(),
    '',
  ].join('\n');
}

const json = (content: object) => `${JSON.stringify(content, null, 2)}\n`;

function metricTable(): string {
  const rows = Object.entries(METRICS).map(([name, { type, labels, help }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return table(['metric', 'type', 'labels', 'meaning'], rows);
}

function optionsPage(): string {
  return [
    '# Options',
    '',
    'Precedence: flag, environment variable, default. Wrong or unknown options end the program with exit code 2 and',
    'a sentence that shows a right value. `rcpt-mcp --help` has the same with examples, and what belongs to single commands.',
    '',
    optionTable(),
    '',
  ].join('\n');
}

/** Every generated file, from what it holds now. */
export const GENERATED: Record<string, (now: string) => string> = {
  'README.md': (now) =>
    Object.entries({
      tools: toolTable(),
      resources: resourceTable(),
      prompts: promptTable(),
    }).reduce((text, [name, content]) => replaceSection(text, name, content), now),
  'docs/observability.md': (now) => replaceSection(now, 'metrics', metricTable()),
  'docs/options.md': optionsPage,
  'docs/tools.md': toolsPage,
  'docs/resources.md': resourcesPage,
  'docs/token-cost.md': tokensPage,
  'docs/conversation.svg': conversationImage,
  'manifest.json': () => json(bundleManifest(readPackage())),
  'server.json': () => json(registryEntry(readPackage())),
};
