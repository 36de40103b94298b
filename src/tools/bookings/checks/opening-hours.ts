import { ApiError } from '../../../api/index.ts';
import type { BusinessRecord, Read } from '../../../contract/index.ts';
import type { CancelSignal } from '../../../lib/concurrency/cancellation.ts';
import { quoted, say, trusted } from '../../../lib/text/sentence.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { minuteText } from '../../../lib/time/minute-text.ts';
import { type OpeningHours, OpeningHoursError, parseOpeningHours } from '../../../lib/time/opening-hours.ts';
import { readBusiness } from '../../availability/shown-hours.ts';
import type { ToolContext } from '../../core/context.ts';
import { RuleError } from '../../core/errors.ts';
import { QuestionError } from '../../core/question.ts';
import type { Agreement } from './agreement.ts';

/** When a business is open, as its operator configured it or its platform states it: never assumed. */
interface KnownHours {
  text: string;
  hours: OpeningHours;
  zone: string;
  business?: Read<typeof BusinessRecord>;
}

/**
 * Asks the user about an appointment that is not within the known opening hours, and refuses one on a day on which the business
 * is closed: to agree to a late hour is not to agree to a holiday. Where the platform has rules, only hours of the operator's
 * option are checked: the platform refuses what its own hours and closures do not allow.
 * @param agreement which of the two the user has agreed to.
 * @param signal ends the read of the hours, which are unknown then.
 * @throws QuestionError
 * @throws RuleError
 */
export async function assertWithinOpeningHours(
  time: Interval,
  { outside_hours: isAgreed, override }: Pick<Agreement, 'outside_hours' | 'override'>,
  context: ToolContext,
  signal: CancelSignal,
): Promise<void> {
  const known = await knownHours(context, signal);
  if (!known) return;
  const { openIntervals } = await import('../../../lib/time/open-intervals.ts');
  const { localDate } = await import('../../../lib/time/range.ts');
  const { text, hours, zone, business } = known;
  const date = localDate(time.start, zone).toString();
  const covers = ({ from, to }: { from: string; to: string }) => from <= date && date <= to;
  const local = context.time.describe(new Date(time.start).toISOString());
  const start = trusted(`${local?.weekday} ${local && minuteText(local.local)} (${context.time.zone})`);
  const closure = business?.fields.closures?.find(covers);
  if (closure && override?.includes('closed')) return;
  if (closure) {
    const reason = closure.reason ? say` (${quoted(closure.reason)})` : say``;
    throw new RuleError(say`On ${start}, the business is closed${reason}. ${IF_CLOSED}`, 'closed');
  }
  // Hours of single days are those of some people, or replace what is compared here.
  if (isAgreed || business?.fields.special_hours?.some(covers)) return;
  const open = openIntervals(hours, zone, time.start, time.end);
  if (open.some(({ start, end }) => start <= time.start && time.end <= end)) return;
  const isOpen = open.some(({ start, end }) => start <= time.start && time.start < end);
  const end = context.time.describe(new Date(time.end).toISOString());
  const subject = isOpen && end ? `its end at ${minuteText(end.local)}` : 'that';
  const why = say`${trusted(subject)} is outside the opening hours (${quoted(text, 200)}, ${trusted(zone)})`;
  throw new QuestionError({
    kind: 'outside_hours',
    argument: 'outside_hours',
    sentence: say`Book ${start}, although ${why}?`,
  });
}

const IF_CLOSED = trusted('If the user decides on an exception, repeat it with override ["closed"].');

/** True if an appointment can be refused here because the business is closed, whatever else the user has agreed to. */
export async function mayBeClosed({ settings, extensions, signal }: ToolContext): Promise<boolean> {
  if (settings.isOpeningHoursConfigured || !(await extensions.has('business', signal))) return false;
  return !(await extensions.has('booking_rules', signal));
}

async function knownHours(context: ToolContext, signal: CancelSignal): Promise<KnownHours | undefined> {
  const { api, settings, extensions } = context;
  const { openingHours, timeZone } = settings;
  const configured = () =>
    openingHours && timeZone
      ? { text: openingHours, hours: parseOpeningHours(openingHours), zone: timeZone }
      : undefined;
  if (settings.isOpeningHoursConfigured) return configured();
  if (await extensions.has('booking_rules', context.signal)) return undefined;
  const business = await readBusiness({ api, extensions, signal }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || context.signal.aborted) throw error;
    context.logger.info('the opening hours could not be read', { error });
    return undefined;
  });
  const text = business?.fields.opening_hours?.join('; ');
  const zone = business?.fields.time_zone ?? timeZone;
  if (!text || !zone) return configured();
  try {
    return { text, hours: parseOpeningHours(text), zone, ...(business ? { business } : {}) };
  } catch (error) {
    if (!(error instanceof OpeningHoursError)) throw error;
    return configured();
  }
}
