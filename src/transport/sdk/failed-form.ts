import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../../lib/json.ts';

/** How the SDK's answer begins if a client of 2025 answers a form with an error, or does not answer it in time. */
const FAILED_FORM = 'Fulfilling input required by';
const EXPLANATION =
  'The user could not be asked: the client refused the form, or did not answer it in time. Nothing was changed. Tell the user, and repeat the call only if the user asks for it.';

/** Replaces the SDK's answer to a call whose form failed: it has the words of the client, and not that nothing was changed. */
export function explainFailedForm(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result.isError !== true || !isFailedForm(message.result.content))
    return message;
  return { ...message, result: { ...message.result, content: [{ type: 'text', text: EXPLANATION }] } };
}

function isFailedForm(content: unknown): boolean {
  const [first, ...others] = Array.isArray(content) ? content : [];
  return others.length === 0 && isObject(first) && String(first.text).startsWith(FAILED_FORM);
}
