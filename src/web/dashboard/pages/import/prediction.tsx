import { Said } from '../../../components/said.tsx';
import { KeptNotice } from '../../parts/kept-notice.tsx';
import { Shown as ShownValue } from '../../parts/load.tsx';
import { useKeptPlace } from '../../parts/use-kept-place.ts';
import type { ImportedRecords } from '../../requests/imports.ts';
import { ColumnChoices } from './column-choices.tsx';
import { changing, importedText, NOUNS } from './counts.ts';
import { DefaultChoices } from './default-choices.tsx';
import { useKnownNames } from './known-names.ts';
import { NameChoices } from './name-choices.tsx';
import { OtherColumns } from './other-columns.tsx';
import { Counts, ReadAsList, RowNoteLists } from './report-parts.tsx';
import { ReportSection } from './report-section.tsx';
import type { Import, Shown } from './use-import.ts';

interface PredictionProps {
  shown: Shown;
  page: Import;
}

/** What an import would do, the choices about it, and the button that does it. */
export function Prediction({ shown, page }: PredictionProps) {
  const { report, file } = shown;
  const [known, reloadKnown] = useKnownNames(file.records);
  const onShow = () => {
    void reloadKnown();
    void page.show();
  };
  return (
    <ReportSection title="What the import would do" report={report}>
      {report.looks_like && <OtherKind kind={report.looks_like} page={page} />}
      <Counts shown={shown} />
      {report.problem === null ? (
        <>
          <ShownValue of={known}>
            {(names) =>
              names && (
                <>
                  <NameChoices kind="services" known={names} shown={shown} page={page} />
                  <NameChoices kind="staff" known={names} shown={shown} page={page} />
                </>
              )
            }
          </ShownValue>
          <RowNoteLists report={report} />
          <ErasedCustomers shown={shown} page={page} />
          <ReadAsList report={report} />
          <OtherColumns shown={shown} page={page} />
          {known.value && <DefaultChoices known={known.value} page={page} />}
          <ColumnChoices shown={shown} page={page} isOpen={false} />
        </>
      ) : (
        <>
          <p class="notice bad">
            <Said text={report.problem} />
          </p>
          <ColumnChoices shown={shown} page={page} isOpen />
          <OtherColumns shown={shown} page={page} />
        </>
      )}
      <Buttons shown={shown} page={page} onShow={onShow} />
    </ReportSection>
  );
}

/** The choice to import rows of erased customers. */
function ErasedCustomers({ shown: { report }, page: { choices, setChoices } }: PredictionProps) {
  if (!report.counts?.erased && !choices.isRestoringErased) return null;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={choices.isRestoringErased}
        onChange={({ currentTarget }) => setChoices({ ...choices, isRestoringErased: currentTarget.checked })}
      />{' '}
      Import erased customers, too, who want to be customers again
    </label>
  );
}

/** The file seems to hold something else than was chosen: offers to read it so. */
function OtherKind({ kind, page: { busy, readAs } }: { kind: ImportedRecords; page: Import }) {
  const name = `${NOUNS[kind]}s`;
  return (
    <div class="notice warn">
      <p>{`This looks like a file of ${name}.`}</p>
      <button type="button" aria-disabled={busy !== undefined} onClick={() => void readAs(kind)}>
        {`Read it as ${name}`}
      </button>
    </div>
  );
}

interface ButtonsProps extends PredictionProps {
  onShow(): void;
}

function Buttons({ shown: { file, report }, page, onShow }: ButtonsProps) {
  const { isCurrent, hasChoices, busy, problem } = page;
  const kept = useKeptPlace(hasChoices && !busy ? () => true : undefined);
  const count = changing(report);
  // The owner can add on another page what rows lack.
  const isLacking = report.problems.total > 0;
  return (
    <>
      {problem && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <p role="status" class={isCurrent ? undefined : 'notice warn'}>
        {!isCurrent && 'You chose something else: show again what the import would do.'}
      </p>
      {isCurrent && count === 0 && report.problem === null && <p>There is nothing to import.</p>}
      <KeptNotice kept={kept}>What you chose is lost when you leave: import first, or choose another file.</KeptNotice>
      <div class="row">
        {isCurrent && count > 0 && (
          <button
            key="import"
            type="button"
            class="primary"
            aria-disabled={busy !== undefined}
            onClick={() => void page.importNow()}
          >
            {busy === 'importing' ? 'Please wait…' : `Import ${importedText(report, file.records)}`}
          </button>
        )}
        {(!isCurrent || isLacking) && (
          <button
            key="show"
            type="button"
            class={isCurrent ? undefined : 'primary'}
            aria-disabled={busy !== undefined}
            onClick={onShow}
          >
            {busy === 'showing' ? 'Please wait…' : 'Show again'}
          </button>
        )}
        <button key="another" type="button" aria-disabled={busy !== undefined} onClick={page.chooseAnother}>
          Choose another file
        </button>
      </div>
    </>
  );
}
