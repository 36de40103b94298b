import { type CallReport, MAX_TEXT_LENGTH, MAX_TOOLS, MAX_TURNS, type ReportedTool } from '../../../contract/index.ts';
import { jsonText } from './facts.ts';
import { secondsOf, textOf } from './lenient-values.ts';

type Turns = NonNullable<CallReport['turns']>;

const MAX_TOOL_NAME_LENGTH = 200;
const MAX_SPEAKER_LENGTH = 200;

/** What a vendor's list says about one call or one result of a tool. Members of another type count as absent. */
interface ToolEntry {
  /** Connects a call with its result. */
  id?: unknown;
  name?: unknown;
  arguments?: unknown;
  result?: unknown;
  /** Seconds from the start of the call; default: that of the turn before. */
  offset?: unknown;
}

/** Collects the turns and tools of one report, as many as a report can have. */
export class Conversation {
  readonly #turns: Turns = [];
  readonly #tools: ReportedTool[] = [];
  readonly #toolsById = new Map<string, ReportedTool>();

  /** Adds what a person or the agent said, unless it is empty. */
  addTurn(speaker: string, text: unknown, offset?: unknown): void {
    const spoken = textOf(text, MAX_TEXT_LENGTH);
    if (spoken === undefined || this.#turns.length >= MAX_TURNS) return;
    const name = textOf(speaker, MAX_SPEAKER_LENGTH) ?? 'unknown';
    this.#turns.push({ speaker: name, text: spoken, offset_seconds: secondsOf(offset) });
  }

  /** Adds the call of a tool. */
  addTool({ id, name, arguments: given, result, offset }: ToolEntry): void {
    const known = typeof name === 'string' ? textOf(name, MAX_TOOL_NAME_LENGTH) : undefined;
    if (known === undefined || this.#tools.length >= MAX_TOOLS) return;
    const tool: ReportedTool = {
      name: known,
      arguments: textOf(jsonText(given), MAX_TEXT_LENGTH),
      result: textOf(jsonText(result), MAX_TEXT_LENGTH),
      offset_seconds: secondsOf(offset) ?? this.#turns.at(-1)?.offset_seconds,
    };
    this.#tools.push(tool);
    if (typeof id === 'string' && id !== '') this.#toolsById.set(id, tool);
  }

  /** Adds the result of a tool to its call. Without the call, it becomes a tool of its own. */
  addToolResult(entry: ToolEntry): void {
    const tool = typeof entry.id === 'string' ? this.#toolsById.get(entry.id) : undefined;
    if (tool) tool.result ??= textOf(jsonText(entry.result), MAX_TEXT_LENGTH);
    else this.addTool(entry);
  }

  /** Undefined if there are none: reports that came before may have them. */
  get turns(): Turns | undefined {
    return this.#turns.length > 0 ? this.#turns : undefined;
  }

  get tools(): ReportedTool[] | undefined {
    return this.#tools.length > 0 ? this.#tools : undefined;
  }

  /** True if the caller said something. */
  get hasCaller(): boolean {
    return this.#turns.some(({ speaker }) => speaker === 'caller');
  }
}
