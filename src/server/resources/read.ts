import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { childLogger } from '../../lib/logging/logger.ts';
import {
  type CallScope,
  createToolContext,
  originFields,
  type ToolDefinition,
  type ToolFailure,
  type ToolServices,
  toFailure,
} from '../../tools/index.ts';
import type { ResourceDefinition } from './define.ts';

/** A request to read a resource. */
interface ResourceRead {
  resource: ResourceDefinition;
  /** The tool that the resource names. */
  tool: ToolDefinition;
  /** The requested URI. */
  uri: string;
  /** The value of `{id}`, still percent-encoded; empty for a fixed URI. */
  id: string;
}

/**
 * Reads a resource.
 * @throws ResourceNotFoundError for a record that does not exist and for a malformed id; ProtocolError with a message of
 *   this program for everything else. Messages of inner errors are not shown.
 */
export async function readResource(
  { resource, tool, uri, id }: ResourceRead,
  services: ToolServices,
  scope: CallScope,
): Promise<ReadResourceResult> {
  const startedAt = performance.now();
  const { name, mimeType } = resource;
  const logger = childLogger(services.logger, originFields(scope));
  const log = (outcome: string) =>
    logger.info('resource read', { resource: name, outcome, ms: Math.round(performance.now() - startedAt) });
  try {
    const content = await resource.read(decodeId(id, uri), await createToolContext(services, scope), tool);
    log('ok');
    return { contents: [{ uri, mimeType, ...content }] };
  } catch (error) {
    if (error instanceof ResourceNotFoundError) throw error;
    const failure = toFailure(error, { name, effect: 'read' }, { ...services, logger });
    log(failure.kind);
    throw toProtocolError(failure, uri);
  }
}

/** Decodes the id in a URI. The API client validates it like any other id. */
function decodeId(id: string, uri: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}

/** Maps a failure to an error of the protocol. */
function toProtocolError({ kind, message, changed: _, ...rest }: ToolFailure, uri: string): ProtocolError {
  if (kind === 'not_found' || kind === 'invalid_input') return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { kind, ...rest });
}
