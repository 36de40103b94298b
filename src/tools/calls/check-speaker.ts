import { type CallDetail, speakerName, usualValues } from '../../contract/index.ts';
import { transcriptOf } from '../../contract/read-transcript.ts';
import { createValueFilter, type ValueCheck } from '../search/value-filter.ts';

/**
 * Creates a check that refuses a speaker whom none of the visited calls has. Platforms name speakers as they like, so that
 * an empty answer may only mean that this one says `agent`.
 * @param none what the refusal says has no such speaker.
 */
export const checkSpeaker = (value: string, none: string): ValueCheck<typeof CallDetail> =>
  createValueFilter<typeof CallDetail>({
    argument: 'speaker',
    value,
    valuesOf: (detail) => (transcriptOf(detail) ?? []).map(({ speaker }) => speaker),
    usual: usualValues(speakerName()),
    none,
  }).check;
