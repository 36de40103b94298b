import type { BusinessAnswer } from '../../parts/records.ts';

export type Business = BusinessAnswer['business'];

export type StaffMembers = NonNullable<BusinessAnswer['staff']>;

export type Service = NonNullable<BusinessAnswer['services']>[number];
