import { acceptTypedHours } from '../../config/options/business.ts';
import { readTypedHours } from '../../lib/time/typed-hours.ts';

/** From now on, `--opening-hours` is read as the dashboard reads hours. */
export const loadTypedHours = (): void => acceptTypedHours((text) => readTypedHours(text, 'en'));
