import type { ComponentChildren } from 'preact';
import { Said } from '../../../components/said.tsx';
import { countText, numberText } from '../../../lib/moments.ts';
import type { ImportReport, RowNotes } from '../../requests/imports.ts';
import { countLines } from './counts.ts';
import type { Shown } from './use-import.ts';

/** A part with more lines than this is closed at first. */
const MAX_OPEN_LINES = 10;

interface ReportPartProps {
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}

/** A part of the report that can be closed. */
export function ReportPart({ title, isOpen, children }: ReportPartProps) {
  return (
    <details class="report-part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** The file, and what happens to its rows. */
export function Counts({ shown: { file, report } }: { shown: Shown }) {
  const { counts, applied, encoding, delimiter, time_zone: zone } = report;
  return (
    <>
      <p>
        <Said text={file.name} />{' '}
        <span class="quiet">
          {encoding}, separated by {delimiter}
          {zone && `; times without an offset are those of ${zone}`}
        </span>
      </p>
      {counts && (
        <>
          <p>{countText(counts.rows, 'row')}:</p>
          <ul class="counts">
            {countLines(counts, file.records, applied).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface NotesProps {
  title: string;
  of: RowNotes;
}

function Notes({ title, of: { total, first } }: NotesProps) {
  if (total === 0) return null;
  return (
    <ReportPart title={`${title}: ${numberText(total)}`} isOpen={total <= MAX_OPEN_LINES}>
      <ul class="lines">
        {first.map(({ line, text }, index) => (
          // A line can have several notes.
          <li key={index}>
            {`Line ${line}: `}
            <Said text={text} />
          </li>
        ))}
        {total > first.length && <li>{`and ${numberText(total - first.length)} more`}</li>}
      </ul>
    </ReportPart>
  );
}

/** What is wrong with rows of the file, and what to check. */
export function RowNoteLists({ report }: { report: ImportReport }) {
  return (
    <>
      <Notes title={report.applied ? 'Not imported' : 'Cannot be imported'} of={report.problems} />
      <Notes title="To check" of={report.differences} />
      <Notes title="Repeated in the file" of={report.repetitions} />
      <Notes title="With totals, left out" of={report.totals} />
    </>
  );
}

/** Values of the file that stand for others. */
export function ReadAsList({ report: { read_as: readAs } }: { report: ImportReport }) {
  const all = Object.values(readAs).flat();
  if (all.length === 0) return null;
  return (
    <ReportPart title="Please compare: how the file is read" isOpen={all.length <= MAX_OPEN_LINES}>
      <ul class="lines">
        {all.map(({ text, meaning }, index) => (
          <li key={index}>
            <Said text={text} /> is read as <Said text={meaning} />
          </li>
        ))}
      </ul>
    </ReportPart>
  );
}
