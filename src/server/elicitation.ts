import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isObject } from '../lib/json.ts';
import type { Elicitation, QuestionForm } from '../tools/index.ts';
import type { SignedState } from './signed-state.ts';

/** The one field of the form. */
const FIELD = 'confirm';

/**
 * Returns whether the user of this request can be asked (MCP, Elicitation), and the user's reply. For stateless requests
 * of 2025 over HTTP the client's capabilities are unknown: such calls are confirmed by a token instead.
 */
export function elicitationOf(server: McpServer, { mcpReq }: ServerContext): Elicitation {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const isSupported = supportsForms(declared);
  const view = inputResponse(mcpReq.inputResponses, FIELD);
  const state = mcpReq.requestState();
  if (view.kind !== 'elicit' || typeof state !== 'string') return { supported: isSupported };
  // Declining, dismissing and an unchecked box all mean no.
  const accepted = view.action === 'accept' && view.content?.[FIELD] === true;
  return { supported: isSupported, reply: { state, accepted } };
}

/** Returns whether a client with these capabilities can show a form. */
export function supportsForms(capabilities: ClientCapabilities | undefined): boolean {
  const { elicitation } = capabilities ?? {};
  // A client that declares elicitation without a kind supports forms.
  return isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Returns the result that makes the client show the form. */
export async function elicit({ question, state }: QuestionForm, { sign }: SignedState): Promise<InputRequiredResult> {
  const requestedSchema = {
    type: 'object' as const,
    properties: { [FIELD]: { type: 'boolean' as const, title: 'Yes, do it', default: false } },
    required: [FIELD],
  };
  return inputRequired({
    inputRequests: { [FIELD]: inputRequired.elicit({ message: question, requestedSchema }) },
    requestState: await sign(state),
  });
}
