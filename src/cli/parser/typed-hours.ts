import { HOURS_READER } from '../../config/options/business.ts';
import { readTypedHours } from '../../lib/time/typed-hours.ts';

/** From now on, `--opening-hours` is read as the dashboard reads hours. */
export function loadTypedHours(): void {
  HOURS_READER.read = (text) => readTypedHours(text, 'en');
}
