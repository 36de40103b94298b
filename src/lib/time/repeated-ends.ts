/**
 * Returns which instant of an end that a clock change repeats ends a period of working or opening hours: the earlier one, which
 * makes the period shorter. Where another period of the day begins at this end it is the later one, at which that one begins:
 * the two have nothing between them.
 */
export const repeatedEnd = <Time>(
  to: Time,
  periods: readonly { readonly from?: Time | undefined }[],
): 'earlier' | 'later' => (periods.some(({ from }) => from === to) ? 'later' : 'earlier');
