import { Fragment } from 'preact';
import { Said } from '../../../components/said.tsx';
import { numberText } from '../../../lib/moments.ts';
import type { Import, Shown } from './use-import.ts';

/** Columns that the page names. */
const MAX_NAMED = 30;

interface OtherColumnsProps {
  shown: Shown;
  page: Import;
}

/** Columns that nothing is read from. Those of customers can be kept. */
export function OtherColumns({ shown: { file, report }, page: { choices, setChoices } }: OtherColumnsProps) {
  const { ignored } = report;
  const more = ignored.length - MAX_NAMED;
  return (
    <>
      {ignored.length > 0 && (
        <p>
          Columns that are not read:{' '}
          {ignored.slice(0, MAX_NAMED).map((header, index) => (
            <Fragment key={index}>
              {index > 0 && ', '}
              <Said text={header} />
            </Fragment>
          ))}
          {more > 0 && ` and ${numberText(more)} more`}
        </p>
      )}
      {file.records === 'contacts' && (ignored.length > 0 || choices.isKeepingColumns) && (
        <label class="check">
          <input
            type="checkbox"
            checked={choices.isKeepingColumns}
            onChange={({ currentTarget }) => setChoices({ ...choices, isKeepingColumns: currentTarget.checked })}
          />{' '}
          Keep other columns as additional fields
        </label>
      )}
    </>
  );
}
