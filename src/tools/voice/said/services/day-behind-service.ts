import { serviceNameMatcher } from '../../../../lib/search/name-matcher.ts';
import type { Named } from '../../../search/named.ts';
import type { Office } from '../../core/office.ts';
import { askedDays } from '../days/asked-days.ts';
import { isTimeAlone } from '../said-start.ts';
import { withoutPoliteness, withoutSmallWords } from '../small-words.ts';
import { nearServices } from './near-services.ts';

/** A day and a time have so many words. */
const MAX_WORDS = 6;

/** Before a service that continues what was said, in all languages. */
const CONTINUING = /^\s*(?:and|und|y|et|ed?)\s+(?:(?:also|then|noch|auch|dann|también|aussi|anche|também)\s+)?/i;
const MARKS = /[\s,.;!?]+$/;

/** A text that names a service and then a day: `And for the windows on Friday.` */
interface ServiceAndDay {
  /** The whole text without a day behind it. */
  service: string;
  day: string | undefined;
}

/** Takes the day or time off the end of words for a service, and the words before the service that continue what was said. */
export async function serviceAndDay(text: string, office: Office): Promise<ServiceAndDay> {
  const words = withoutPoliteness(text).replace(CONTINUING, '').replace(MARKS, '').split(/\s+/);
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count--) {
    const day = words.slice(-count).join(' ');
    if (isTimeAlone(day, office) || !('spoken' in (await askedDays(day, office))))
      return { service: withoutSmallWords(words.slice(0, -count).join(' ')), day };
  }
  return { service: withoutSmallWords(words.join(' ')), day: undefined };
}

/** Returns the day that is said behind words for a service, if they mean this one. Undefined for another text. */
export async function dayBehindService(text: string, service: Named, office: Office): Promise<string | undefined> {
  const said = await serviceAndDay(text, office);
  const isMeant = serviceNameMatcher(said.service)(service.name) || nearServices(said.service, [service]).length > 0;
  return isMeant ? said.day : undefined;
}
