import { ifPermitted } from '../../api/index.ts';
import type { BusinessRecord, Read } from '../../contract/index.ts';
import { isTimeZone } from '../../lib/text/locale.ts';
import { quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import type { ToolContext } from '../core/context.ts';
import { ASSUMED_OPENING_HOURS, type ToolSettings } from '../core/settings.ts';

/** Which of the times that a platform offers are shown. */
export interface ShownHours {
  /** Undefined: all of them. */
  hours: string | undefined;
  /** True if these hours are assumed: neither the operator nor the platform states any. */
  isAssumed?: boolean;
  /** IANA zone of the hours. */
  zone: string;
  /** For the answer. */
  assumptions: Sentence[];
}

/** Reads the business (extension `business`). Undefined if there is no such extension, or the key may not read it. */
export async function readBusiness({
  api,
  extensions,
  signal,
}: Pick<ToolContext, 'api' | 'extensions' | 'signal'>): Promise<Read<typeof BusinessRecord> | undefined> {
  if (!(await extensions.has('business', signal))) return undefined;
  return ifPermitted(() => api.getBusiness({ signal }));
}

/**
 * Returns the opening hours in which times are shown. Those of the operator's options come first. A platform keeps to its
 * own; if it has none, it would offer the night, so that usual ones are assumed.
 * @param zone that of the answer, which is that of the operator's hours. Others are in the zone of the business.
 */
export function shownHours(
  zone: string,
  business: Read<typeof BusinessRecord> | undefined,
  { isOpeningHoursConfigured, openingHours }: ToolSettings,
): ShownHours {
  if (isOpeningHoursConfigured && openingHours) {
    return {
      hours: openingHours,
      zone,
      assumptions: [say`Open ${trusted(openingHours)} in ${trusted(zone)}.`],
    };
  }
  if (!business) return { hours: undefined, zone, assumptions: [] };
  const { opening_hours: stated, staff, time_zone: statedZone } = business.fields;
  const ownZone = statedZone && isTimeZone(statedZone) ? statedZone : zone;
  if (stated) {
    const lines = quoted(stated.join('; '), 200);
    const assumptions = [say`Open ${lines} in ${trusted(ownZone)}, by the platform.`];
    return { hours: undefined, zone: ownZone, assumptions };
  }
  // Assumed hours would hide times of people with hours of their own.
  if (!staff) {
    const assumptions = [
      say`The platform states no opening hours, and hides those of staff: all free times are shown.`,
    ];
    return { hours: undefined, zone: ownZone, assumptions };
  }
  // People with hours of their own are offered in these only.
  if (staff.some(({ opening_hours: own }) => own)) return { hours: undefined, zone: ownZone, assumptions: [] };
  const assumed = openingHours ?? ASSUMED_OPENING_HOURS;
  const why = trusted('assumed: the platform states no opening hours');
  const assumptions = [say`Open ${trusted(assumed)} in ${trusted(ownZone)}, ${why}.`];
  return { hours: assumed, isAssumed: true, zone: ownZone, assumptions };
}

/** Returns the slots that lie within opening hours. */
export async function slotsWithin<S extends Interval>(
  slots: readonly S[],
  { hours, zone }: Pick<ShownHours, 'hours' | 'zone'>,
): Promise<readonly S[]> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (hours === undefined || !first || !last) return slots;
  const { openIntervals } = await import('../../lib/time/open-intervals.ts');
  const open = openIntervals(parseOpeningHours(hours), zone, first.start, last.end);
  let index = 0;
  return slots.filter(({ start, end }) => {
    while ((open[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index++;
    const opening = open[index];
    return opening !== undefined && opening.start <= start && end <= opening.end;
  });
}
