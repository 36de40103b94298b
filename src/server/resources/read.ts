import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { childLogger } from '../../lib/logger.ts';
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

/** One reading of a resource. */
export interface Reading {
  resource: ResourceDefinition;
  /** The tool that the resource names. */
  tool: ToolDefinition;
  /** The address as the client gave it. */
  uri: string;
  /** What stands in the place of `{id}`, still encoded; empty for a fixed address. */
  id: string;
}

/**
 * Reads a resource.
 * @throws ResourceNotFoundError for a record that is not there, and for an id that cannot be one; ProtocolError with
 *   our own sentence for everything else. Nothing that was thrown below is shown.
 */
export async function readResource(
  { resource, tool, uri, id }: Reading,
  services: ToolServices,
  scope: CallScope,
): Promise<ReadResourceResult> {
  const { clock } = services;
  const started = clock.now();
  const { name, mimeType } = resource;
  const logger = childLogger(services.logger, originFields(scope));
  const log = (outcome: string) => logger.info('resource read', { resource: name, outcome, ms: clock.now() - started });
  try {
    const content = await resource.read(decoded(id, uri), await createToolContext(services, scope), tool);
    log('ok');
    return { contents: [{ uri, mimeType, ...content }] };
  } catch (error) {
    if (error instanceof ResourceNotFoundError) throw error;
    const failure = toFailure(error, { name, effect: 'read' }, { ...services, logger });
    log(failure.kind);
    throw protocolError(failure, uri);
  }
}

/** An id out of an address. It goes through the API client's check of ids like any other. */
function decoded(id: string, uri: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new ResourceNotFoundError(uri);
  }
}

/** What a failure is in the protocol. */
function protocolError({ kind, message, changed: _, ...rest }: ToolFailure, uri: string): ProtocolError {
  if (kind === 'not_found' || kind === 'invalid_input') return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { kind, ...rest });
}
