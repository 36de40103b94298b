import { href } from '../../parts/route.ts';
import { doneTitle } from './counts.ts';
import { Counts, RowNoteLists } from './report-parts.tsx';
import { ReportSection } from './report-section.tsx';
import type { Shown } from './use-import.ts';

interface DoneProps {
  shown: Shown;
  onAnother(): void;
}

/** What an import did. */
export function Done({ shown, onAnother }: DoneProps) {
  const { report, file } = shown;
  return (
    <ReportSection title={doneTitle(report, file.records)} report={report}>
      <Counts shown={shown} />
      {report.problems.total > 0 && (
        <p class="notice warn">Correct these rows in the file and import it again: what is imported stays as it is.</p>
      )}
      <RowNoteLists report={report} />
      <div class="row">
        {file.records === 'contacts' ? (
          <a class="button" href={href('contacts')}>
            To the contacts
          </a>
        ) : (
          <a class="button" href={href('agenda', report.agenda_day ?? undefined)}>
            To the agenda
          </a>
        )}
        <button type="button" onClick={onAnother}>
          Import another file
        </button>
      </div>
    </ReportSection>
  );
}
