import { useDesk } from '../../parts/context.ts';
import { Page } from '../../parts/page.tsx';
import { href, navigate, type Route } from '../../parts/route.ts';
import { ChooseFile } from './choose-file.tsx';
import { Done } from './done.tsx';
import { Prediction } from './prediction.tsx';
import { useImport } from './use-import.ts';

const BUSY = {
  showing: 'The file is being read.',
  importing: 'The file is being imported. This can take some minutes.',
} as const;

/** Customers or appointments of another program, imported from its file: chosen, looked at, and imported. */
export function ImportPage({ route }: { route: Route }) {
  const { session } = useDesk();
  const page = useImport();
  const { shown, busy } = page;
  const records = route.params.get('records') === 'bookings' ? 'bookings' : 'contacts';
  return (
    <Page title="Import from a file" about="Customers or appointments of another program, from a file that it exports.">
      {session.read_only && <p>Nothing can be imported here.</p>}
      {!shown && !session.read_only && (
        <ChooseFile
          records={records}
          onRecords={(value) => navigate(href('import', undefined, { records: value }))}
          onChoose={page.choose}
        />
      )}
      {shown &&
        (shown.report.applied ? (
          <Done shown={shown} onAnother={page.chooseAnother} />
        ) : (
          <Prediction shown={shown} page={page} />
        ))}
      <p role="status" class="quiet">
        {busy && BUSY[busy]}
      </p>
    </Page>
  );
}
