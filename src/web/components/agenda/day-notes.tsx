import { Said } from '../said.tsx';
import { clockChangeTexts } from './clock-changes.ts';
import { isClosed } from './columns.ts';
import { closedText, nothingText } from './empty.ts';
import type { ShownDays } from './shown-days.ts';
import type { Agenda } from './types.ts';
import { limitsText } from './why.ts';

export interface DayNotesProps {
  /** As it is drawn. */
  agenda: Agenda;
  days: ShownDays;
  /** The columns of a grid say themselves when they are closed. */
  isGrid: boolean;
  isMoving: boolean;
  thisYear: string;
}

/** What is to know about the drawn days, above them. */
export function DayNotes({ agenda, days, isGrid, isMoving, thisYear }: DayNotesProps) {
  const { columns, byDay, drawn } = days;
  // While an appointment is moved, it is said there: other days than the drawn ones may be searched.
  const nothing = isMoving ? undefined : nothingText(agenda, columns, byDay, thisYear);
  // The list of several days says it in each of them.
  const closed = byDay.length === 1 && !isGrid && !nothing ? byDay.find(isClosed) : undefined;
  const limits = agenda.free && !isMoving ? limitsText(agenda.free, drawn, agenda.zone) : '';
  return (
    <>
      {nothing && <p class="notice empty">{nothing}</p>}
      {closed && <p class="notice">{closedText(closed)}</p>}
      {limits && <p class="quiet">{limits}</p>}
      {agenda.isHoursAssumed && <p class="quiet">Opening hours are not known: the usual ones are assumed.</p>}
      {agenda.openingHours && (
        <p class="quiet">
          Opening hours: <Said text={agenda.openingHours} />
        </p>
      )}
      {clockChangeTexts(columns, thisYear).map((text) => (
        <p key={text} class="quiet">
          {text}
        </p>
      ))}
    </>
  );
}
