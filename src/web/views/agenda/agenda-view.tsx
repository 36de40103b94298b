import { useMemo, useState } from 'preact/hooks';
import type { Host } from '../../bridge/host.ts';
import { Agenda } from '../../components/agenda/agenda.tsx';
import { agendaOf } from '../../components/agenda/model.ts';
import { browserNow } from '../../lib/clock.ts';
import { computerZone, isZone } from '../../lib/time.ts';
import { errorOf, type ToolResult } from '../../lib/tool-result.ts';
import type { ViewProps } from '../start.tsx';
import { hostActions } from './host-actions.ts';

/** The view of a call of `list_bookings`, `find_open_times` or `get_account_context`. */
export function AgendaView(props: ViewProps) {
  return (
    <main>
      <Answer {...props} />
    </main>
  );
}

/** An answer that the view read itself, with the arguments of its call. */
interface Later {
  than: ToolResult;
  answer: ToolResult;
  input: Record<string, unknown>;
}

function Answer({ host, state: { input: given, result, isCancelled, context } }: ViewProps) {
  // A newer answer that the view read itself, until the host sends another one.
  const [later, setLater] = useState<Later>();
  const isNewer = result !== undefined && later?.than === result;
  const { answer, input } = isNewer ? later : { answer: result, input: given };
  const agenda = useMemo(() => answer && !answer.isError && agendaOf(answer, browserNow(), input), [answer, input]);
  if (!answer) {
    return isCancelled ? (
      <p class="notice alone">The call was cancelled, so there is nothing to show.</p>
    ) : (
      <p class="notice alone" role="status">
        Reading the agenda…
      </p>
    );
  }
  if (!agenda) {
    return (
      <div class="notice bad alone" role="alert">
        <p>
          <strong>The agenda could not be read.</strong>
        </p>
        <p>{errorOf(answer)}</p>
      </div>
    );
  }
  const userZone = isZone(context.timeZone) ? context.timeZone : computerZone();
  const onAnswer = (newer: ToolResult, call: Record<string, unknown>) =>
    result && setLater({ than: result, answer: newer, input: call });
  return (
    <Agenda
      agenda={agenda}
      userZone={userZone}
      actions={hostActions({ host, agenda, answer, input: input ?? {}, onAnswer })}
      now={browserNow}
    >
      <DisplayMode host={host} context={context} isWeek={agenda.dates.length > 1} />
    </Agenda>
  );
}

interface DisplayModeProps {
  host: Host;
  context: ViewProps['state']['context'];
  isWeek: boolean;
}

/** More room for a week, on hosts that have it. */
function DisplayMode({ host, context: { availableDisplayModes = [], displayMode }, isWeek }: DisplayModeProps) {
  if (!isWeek || displayMode === 'fullscreen' || !availableDisplayModes.includes('fullscreen')) return null;
  return (
    <button type="button" onClick={() => void host.requestDisplayMode('fullscreen').catch(() => undefined)}>
      Full screen
    </button>
  );
}
