import { type ResourceMetadata, ResourceTemplate } from '@modelcontextprotocol/server';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Completers } from '../completion/index.ts';
import { iconsOf } from '../icons.ts';
import { ALL_RESOURCES } from './all.ts';
import { isTemplate, type ResourceDefinition, resourceListing } from './define.ts';

/** A resource in the form in which it is registered. */
export interface OfferedResource {
  resource: ResourceDefinition;
  /** The tool that the definition names. */
  tool: ToolDefinition;
  address: string | ResourceTemplate;
  metadata: ResourceMetadata;
}

/** Returns the resources whose tools are offered. */
export function offeredResources(tools: readonly ToolDefinition[], completers: Completers): OfferedResource[] {
  return ALL_RESOURCES.flatMap((resource) => {
    const tool = tools.find(({ name }) => name === resource.tool);
    if (!tool) return [];
    return [{ resource, tool, address: addressOf(resource, completers), metadata: metadataOf(resource, tool) }];
  });
}

/** Templates do not list their instances: a host should not fetch or show lists of customers without a request. */
function addressOf(resource: ResourceDefinition, completers: Completers): string | ResourceTemplate {
  if (!isTemplate(resource)) return resource.uri;
  const id = resource.completes && completers[resource.completes];
  return new ResourceTemplate(resource.uri, { list: undefined, ...(id ? { complete: { id } } : {}) });
}

function metadataOf(resource: ResourceDefinition, { toolset }: ToolDefinition): ResourceMetadata {
  const { title, description, mimeType, annotations } = resourceListing(resource);
  return { title, description, mimeType, annotations, icons: iconsOf(toolset) };
}
