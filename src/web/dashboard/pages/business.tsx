import { useState } from 'preact/hooks';
import { browserNow } from '../../lib/clock.ts';
import { timesInWords } from '../../lib/sentence-times.ts';
import { localTime } from '../../lib/time.ts';
import { answeredAt } from '../../lib/tool-result.ts';
import { useDesk } from '../parts/context.ts';
import { Shown, useLoaded } from '../parts/load.tsx';
import { Page } from '../parts/page.tsx';
import { joinSentences, plainNote } from '../parts/plain-note.ts';
import { answerOf, type BusinessAnswer } from '../parts/records.ts';
import { isPlaceKept } from '../parts/route.ts';
import { useZone } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { listMisfits } from '../requests/business.ts';
import { isManager } from '../requests/session.ts';
import { useCalendars } from './business/calendar.tsx';
import type { Change, ChangeFormState } from './business/change-form.tsx';
import { ClosedDays, OpeningHours, SpecialHours } from './business/hours.tsx';
import { Misfits, misfitsText } from './business/misfits.tsx';
import { People } from './business/people.tsx';
import { Services } from './business/services.tsx';

/** What a change of the business answers. */
interface Changed {
  applied?: boolean;
  changes?: string[];
  affected_total?: number;
  note?: string;
}

/** The business: hours, closures, time off, people and services. */
export function BusinessPage() {
  const { team, session, callTool, readTool, announce } = useDesk();
  const zone = useZone();
  const [change, setChange] = useState<Change>();
  const [loaded, reload] = useLoaded(team.id, async () => {
    const result = await readTool('get_business', {});
    const answer = answerOf<BusinessAnswer>(result);
    return { ...answer, today: localTime(new Date(answeredAt(result) ?? browserNow()), zone).date };
  });
  const [listed, reloadMisfits] = useLoaded(team.id, () => listMisfits(team.id));
  const calendars = useCalendars();
  const canRecordTimeOff = !session.read_only;
  const canChange = isManager(team) && canRecordTimeOff;
  /** Makes a change. The server asks with its consequences first, such as appointments that do not fit. */
  const apply = async (name: string, args: Record<string, unknown>) => {
    const result = await callTool(name, args);
    if (!result) return;
    const { applied, changes = [], note, affected_total: total = 0 } = result.structuredContent as Changed;
    const fits = total > 0 ? `${misfitsText(total)}.` : '';
    announce(
      timesInWords(
        applied
          ? joinSentences(`Changed: ${changes.join('; ')}.`, fits, plainNote(note))
          : plainNote(note) || 'Nothing was changed.',
      ),
    );
    setChange(undefined);
    await Promise.all([reload(), reloadMisfits(), calendars.reload()]);
  };
  const { isBusy, act } = useAction();
  const remove: ChangeFormState['remove'] = (name, args) => {
    // The form that is open would be closed by the change: it says then that it has something typed.
    if (!isPlaceKept()) void act(() => apply(name, args).then(() => undefined));
  };
  const formOf = (today: string): ChangeFormState => ({
    canChange,
    canRecordTimeOff,
    shown: change,
    show: setChange,
    today,
    remove,
    isBusy,
  });
  return (
    <Page title="Business" about="When you are open, who works, and what can be booked.">
      {listed.state === 'failed' && loaded.state === 'ready' && (
        <p class="notice bad">It is not known which appointments do not fit: {listed.message}</p>
      )}
      {listed.value && listed.value.total > 0 && <Misfits list={listed.value} />}
      <Shown of={loaded}>
        {({ business, services = [], staff = [], today }) => {
          const form = formOf(today);
          return (
            <>
              <OpeningHours business={business} form={form} apply={apply} />
              <ClosedDays business={business} form={form} apply={apply} />
              <SpecialHours business={business} staff={staff} form={form} apply={apply} />
              <People {...{ staff, services, calendars, form, apply }} />
              <Services business={business} services={services} staff={staff} form={form} apply={apply} />
            </>
          );
        }}
      </Shown>
    </Page>
  );
}
