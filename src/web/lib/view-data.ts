/** What a view gets with a result besides the answer. */
export * from '../../tools/views/view-data.ts';
