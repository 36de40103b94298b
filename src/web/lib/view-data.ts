/** What a view gets with a result besides the answer. */
export type * from '../../tools/views/view-data.ts';
