/** Resources: answers of read-only tools that clients can read by URI. */
export { ALL_RESOURCES } from './all.ts';
export { isTemplate, type ResourceDefinition, resourceListing } from './define.ts';
export { type OfferedResource, offeredResources } from './offer.ts';
export { readResource } from './read.ts';
