/** Counts the tokens of the tool definitions with o200k_base. `npm run token-cost` prints the table. */
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { toolListing } from '../src/server/index.ts';
import { instructions } from '../src/server/instructions.ts';
import {
  ALL_TOOLS,
  DEFAULT_TOOLSETS,
  selectTools,
  type ToolDefinition,
  type ToolSettings,
} from '../src/tools/index.ts';

export const countTokens = (text: string): number => encode(text).length;

/** Returns the part of a tool definition that most hosts show a model. */
export function shownToModel(tool: ToolDefinition): string {
  const { name, description, inputSchema } = toolListing(tool);
  return JSON.stringify({ name, description, inputSchema });
}

/** The default settings of a server. */
const SETTINGS: ToolSettings = {
  version: '0.0.0',
  mode: 'embedded',
  platformHost: 'embedded',
  timeZone: 'America/New_York',
  timeZoneSource: '',
  defaultCountry: 'US',
  toolsets: DEFAULT_TOOLSETS,
  readOnly: false,
  openingHours: undefined,
  openingHoursSource: '',
  isTimeZoneConfigured: false,
  isOpeningHoursConfigured: false,
  redact: 'off',
  maxTokens: 8_000,
  confirm: 'destructive',
  output: 'both',
  teamId: undefined,
};

export interface TokenCount {
  tools: { name: string; model: number; wire: number }[];
  /** Sum over the tools that are offered by default. */
  total: number;
  average: number;
  wire: number;
  instructions: number;
}

export function countAll(): TokenCount {
  const offered = selectTools(ALL_TOOLS, SETTINGS).offered;
  // As offered, with the confirmation argument; as declared if the tool is not offered by default.
  const tools = ALL_TOOLS.map((one) => offered.find((tool) => tool.name === one.name) ?? one).map((tool) => ({
    name: tool.name,
    model: countTokens(shownToModel(tool)),
    wire: countTokens(JSON.stringify(toolListing(tool))),
  }));
  const counted = tools.filter(({ name }) => offered.some((tool) => tool.name === name));
  const sum = (of: 'model' | 'wire') => counted.reduce((all, tool) => all + tool[of], 0);
  return {
    tools,
    total: sum('model'),
    average: sum('model') / counted.length,
    wire: sum('wire'),
    instructions: countTokens(instructions(SETTINGS, offered)),
  };
}

export function tokenTable(): string {
  const { tools, total, average, wire, instructions: words } = countAll();
  return [
    '| tool | shown to a model | complete, on the wire |',
    '| --- | ---: | ---: |',
    ...tools.map((tool) => `| \`${tool.name}\` | ${tool.model} | ${tool.wire} |`),
    `| **offered by default, total** | **${total}** | **${wire}** |`,
    `| average of these | ${average.toFixed(1)} | |`,
    `| server instructions | ${words} | |`,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(tokenTable());
