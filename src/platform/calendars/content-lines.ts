import { CalendarUnreadableError } from './errors.ts';

/** A component of a calendar with the lines that decide about busy times; its texts, people and places are left out. */
export interface Block {
  kind: 'VEVENT' | 'VFREEBUSY' | 'VTIMEZONE';
  /** Unfolded content lines, with `BEGIN` and `END` of inner components. */
  lines: string[];
}

interface Blocks {
  blocks: Block[];
  /** `X-WR-TIMEZONE`: the zone that the calendar names for times without one. */
  zone: string | undefined;
}

/** Components of one calendar, and the length of what is kept of one of them: beyond these it counts as unreadable. */
export const MAX_BLOCKS = 50_000;
const MAX_BLOCK_LENGTH = 64 * 1024;
/** Lines between two points at which the event loop may run. */
const YIELD_LINES = 500;

const KEPT: Record<Block['kind'], RegExp> = {
  VEVENT: keptNames('UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS'),
  VFREEBUSY: keptNames('FREEBUSY'),
  VTIMEZONE: keptNames('TZID|DTSTART|TZOFFSETFROM|TZOFFSETTO|RRULE|RDATE'),
};
const CALENDAR_ZONE = /^X-WR-TIMEZONE(?:;[^:]*)?:(.*)$/i;

function keptNames(names: string): RegExp {
  return new RegExp(`^(?:${names})(?![A-Z0-9-])`, 'i');
}

/**
 * Splits iCalendar text (RFC 5545, 3.1) into the components that matter, and drops all other lines without keeping them.
 * Yields where the work can be interrupted.
 * @throws CalendarUnreadableError if the text is no calendar, or its end is missing: the rest could have been busy.
 */
export function* splitCalendar(text: string): Generator<void, Blocks> {
  const blocks: Block[] = [];
  const open: string[] = [];
  let block: Block | undefined;
  let length = 0;
  let zone: string | undefined;
  let hasCalendar = false;
  let count = 0;
  for (const line of unfoldedLines(text)) {
    if (line === undefined || ++count % YIELD_LINES === 0) yield;
    if (line === undefined) continue;
    const [, edge = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? [];
    const kind = name.toUpperCase();
    if (open.length === 0 && kind !== 'VCALENDAR') {
      if (line.trim() === '') continue;
      throw new CalendarUnreadableError('not_a_calendar');
    }
    const isInner = block?.kind === 'VTIMEZONE' && open.length >= 2;
    if (edge.toUpperCase() === 'BEGIN') {
      hasCalendar = true;
      if (isInner) block?.lines.push(`BEGIN:${kind}`);
      open.push(kind);
      if (open.length === 2 && isKept(kind)) {
        if (blocks.length === MAX_BLOCKS) throw new CalendarUnreadableError('too_large');
        block = { kind, lines: [] };
        blocks.push(block);
        length = 0;
      }
    } else if (edge) {
      if (open.pop() !== kind) throw new CalendarUnreadableError('malformed');
      if (open.length < 2) block = undefined;
      else if (block?.kind === 'VTIMEZONE') block.lines.push(`END:${kind}`);
    } else if (block && (open.length === 2 || isInner)) {
      const named = KEPT[block.kind].exec(line);
      if (!named) continue;
      // The name without a value: half of what says when the person is busy.
      if (!/^[;:]/.test(line.slice(named[0].length))) throw new CalendarUnreadableError('malformed');
      length += line.length;
      if (length > MAX_BLOCK_LENGTH) throw new CalendarUnreadableError('too_large');
      block.lines.push(line);
    } else if (open.length === 1) zone ??= CALENDAR_ZONE.exec(line)?.[1]?.trim();
  }
  if (!hasCalendar) throw new CalendarUnreadableError('not_a_calendar');
  if (open.length > 0) throw new CalendarUnreadableError('truncated');
  return { blocks, zone };
}

const isKept = (kind: string): kind is Block['kind'] => Object.hasOwn(KEPT, kind);

/** The end of a line, however often its CR was doubled. A CR alone ends a line too: what follows it could be busy. */
const LINE_END = /\r+\n?|\n/g;

/**
 * Lines. One that begins with a space or tab continues the one before it. Of one that is longer than a component may be, only
 * the beginning. Yields undefined within a line that is folded into many.
 */
function* unfoldedLines(text: string): Generator<string | undefined> {
  let line = '';
  let folds = 0;
  let from = text.startsWith('\uFEFF') ? 1 : 0;
  const ends = new RegExp(LINE_END);
  while (from < text.length) {
    ends.lastIndex = from;
    const found = ends.exec(text);
    const physical = text.slice(from, found?.index);
    from = found ? ends.lastIndex : text.length;
    if (/^[ \t]/.test(physical)) {
      if (line.length <= MAX_BLOCK_LENGTH) line += physical.slice(1);
      if (++folds % YIELD_LINES === 0) yield undefined;
    } else {
      yield line;
      line = physical;
    }
  }
  yield line;
}
