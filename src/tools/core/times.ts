import type { LocalTime } from '../../lib/time/format.ts';
import type { ParseOptions } from '../../lib/time/parse.ts';
import type { RangeOptions, RangeText, TimeRange } from '../../lib/time/range.ts';

/** Parses and formats times in the zone of the business. */
export interface ToolTime {
  /** IANA time zone of the local times in answers. */
  zone: string;
  /**
   * Returns the instant (UTC) of an argument.
   * @param zone the caller's argument; default: the configured zone.
   * Rejects with a `ToolError` if the text cannot be parsed or is ambiguous.
   */
  parse(text: string, zone?: string, options?: ParseOptions): Promise<string>;
  /**
   * Returns the instants (UTC) of a range of dates or times: `from` inclusive, `to` exclusive.
   * @param zone the caller's argument; default: the configured zone.
   * Rejects with a `ToolError` if an end cannot be parsed, or the range is empty.
   */
  range(range: RangeText, zone?: string, options?: RangeOptions): Promise<TimeRange>;
  /** Returns undefined if the platform's text is not an instant. */
  describe(instant: string): LocalTime | undefined;
}
