import { useState } from 'preact/hooks';
import { overridable, type ToolResult } from '../../lib/tool-result.ts';
import { RequestError } from '../requests/http.ts';
import { useDesk } from './context.ts';

/**
 * Calls a tool that a rule of the business can refuse. When the user decides on an exception, the same call overrides the rule
 * that refused it, and those before. Another call overrides nothing: the user has seen no refusal of it.
 * @returns whether an exception is possible after the last call, and the function that calls the tool.
 */
export function useExceptions() {
  const { callTool } = useDesk();
  const [refused, setRefused] = useState<{ call: string; rules: string[] }>();
  const send = async (
    name: string,
    args: Record<string, unknown>,
    isAnyway: boolean,
  ): Promise<ToolResult | undefined> => {
    const call = JSON.stringify([name, args]);
    const rules = isAnyway && refused?.call === call ? refused.rules : [];
    try {
      return await callTool(name, { ...args, ...(rules.length > 0 && { override: rules }) });
    } catch (error) {
      const rule = error instanceof RequestError ? overridable(error.rule) : undefined;
      setRefused(rule === undefined ? undefined : { call, rules: [...rules, rule] });
      throw error;
    }
  };
  return [refused !== undefined, send] as const;
}
