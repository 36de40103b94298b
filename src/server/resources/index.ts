/** What clients can read by address: the answers of reading tools. */
export { ALL_RESOURCES } from './all.ts';
export { isTemplate, type ResourceDefinition, resourceListing } from './define.ts';
export { type OfferedResource, offeredResources } from './offer.ts';
export { readResource } from './read.ts';
