import { useEffect, useRef, useState } from 'preact/hooks';
import { useDesk } from '../../parts/context.ts';
import { messageOf } from '../../parts/load.tsx';
import { href, navigate } from '../../parts/route.ts';
import { RequestError } from '../../requests/http.ts';
import { type ImportedRecords, type ImportReport, importFile, type MissingName } from '../../requests/imports.ts';
import { type Choices, type NameKind, NO_CHOICES, namesToShow, optionsOf } from './choices.ts';
import { doneTitle } from './counts.ts';
import type { ChosenFile } from './read-file.ts';

/** The file of the page, and the last report about it. */
export interface Shown {
  file: ChosenFile;
  report: ImportReport;
  /** The choices with which the report was made, as they were sent. */
  options: string;
  /** Names of the file for which one of the business can be chosen. */
  names: Record<NameKind, MissingName[]>;
}

const SAFE_AGAIN = 'Import the same file again: what is imported already stays unchanged, and the rest follows.';

/** Why an import failed. It is made in parts, so that some of them can be done. */
function failureText(error: unknown): string {
  if (!(error instanceof RequestError) || (error.status > 0 && error.status < 500)) return messageOf(error);
  const reason = error.status === 0 ? 'The server does not answer.' : error.message;
  return `${reason} The file may be imported in whole, in part or not at all. ${SAFE_AGAIN}`;
}

/** Sends the file of the page, one request at a time: for a report, and to import it. */
export function useImport() {
  const { team, announce } = useDesk();
  const [shown, setShown] = useState<Shown>();
  const [isChoosing, setChoosing] = useState(true);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [busy, setBusy] = useState<'showing' | 'importing'>();
  const [problem, setProblem] = useState<string>();
  const isRunning = useRef(false);
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );

  const request = async (file: ChosenFile, chosen: Choices, isDryRun: boolean): Promise<ImportReport> => {
    const options = optionsOf(chosen, file.records);
    const report = await importFile(team.id, {
      records: file.records,
      content: file.content,
      dry_run: isDryRun,
      ...options,
    });
    const names = (kind: NameKind) => namesToShow(shown?.names[kind] ?? [], report.missing[kind], chosen.names[kind]);
    setShown({
      file,
      report,
      options: JSON.stringify(options),
      names: { services: names('services'), staff: names('staff') },
    });
    return report;
  };
  /** Runs one request at a time. */
  const run = async (kind: 'showing' | 'importing', work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(kind);
    setProblem(undefined);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(undefined);
    }
  };
  /** Shows the first report about a file. Choices stay for the corrected file with the same name. @throws RequestError */
  const choose = (file: ChosenFile) =>
    run('showing', async () => {
      const isSame = shown?.file.name === file.name && shown.file.records === file.records;
      const kept = isSame ? choices : NO_CHOICES;
      const send = async (chosen: Choices) => {
        await request(file, chosen, true);
        setChoices(chosen);
      };
      await send(kept).catch((error: unknown) => {
        // A column that was chosen can be missing in it.
        if (kept.columns.size === 0) throw error;
        return send({ ...kept, columns: new Map() });
      });
      setChoosing(false);
    });
  /** Reads the same file as what it seems to hold. */
  const readAs = async (records: ImportedRecords) => {
    if (!shown) return;
    try {
      await choose({ ...shown.file, records });
      navigate(href('import', undefined, { records }));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const show = () =>
    run('showing', async () => {
      if (!shown) return;
      await request(shown.file, choices, true).catch((error: unknown) => setProblem(messageOf(error)));
    });
  const importNow = () =>
    run('importing', async () => {
      if (!shown) return;
      const { file } = shown;
      try {
        const report = await request(file, choices, false);
        if (isLeft.current) announce(`${doneTitle(report, file.records)}.`);
      } catch (error) {
        if (isLeft.current) announce(`The import failed. ${failureText(error)}`, 'bad');
        else setProblem(failureText(error));
      }
    });
  const chosen = shown && JSON.stringify(optionsOf(choices, shown.file.records));
  return {
    shown: isChoosing ? undefined : shown,
    isCurrent: shown?.options === chosen,
    hasChoices: chosen !== '{}',
    choices,
    setChoices,
    busy,
    problem,
    choose,
    readAs,
    show,
    importNow,
    chooseAnother: () => {
      if (isRunning.current) return;
      setProblem(undefined);
      setChoosing(true);
    },
  };
}

export type Import = ReturnType<typeof useImport>;
