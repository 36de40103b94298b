import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ConfirmationRequest, Elicitation } from '../tools/index.ts';
import type { SignedState } from './signed-state.ts';

/** The one field of the form. */
const FIELD = 'confirm';

/**
 * How the user of this request can be asked (MCP, Elicitation). On the stateless 2025 leg over HTTP nobody knows what a
 * client can do: then nothing is asked, and the call is confirmed by a token instead.
 */
export function elicitationOf(server: McpServer, { mcpReq }: ServerContext): Elicitation {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const { elicitation } = declared ?? {};
  // A client that declares it without saying which kind means forms.
  const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  const view = inputResponse(mcpReq.inputResponses, FIELD);
  const state = mcpReq.requestState();
  if (view.kind !== 'elicit' || typeof state !== 'string') return { supported: canAsk };
  // Declining, dismissing and leaving the box empty are all a no.
  const accepted = view.action === 'accept' && view.content?.[FIELD] === true;
  return { supported: canAsk, reply: { state, accepted } };
}

/** The form that asks. */
export async function elicit(
  { question, state }: ConfirmationRequest,
  { sign }: SignedState,
): Promise<InputRequiredResult> {
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
