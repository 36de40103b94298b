import '../../styles/base.css';
import { useMemo } from 'preact/hooks';
import { Activity } from '../../components/activity/activity.tsx';
import { readActivity } from '../../components/activity/model.ts';
import type { ToolResult } from '../../lib/tool-result.ts';
import { Answer } from '../answer.tsx';
import { resultKey } from '../result-key.ts';
import { startView, type ViewProps } from '../start.tsx';

startView('activity', ({ state }) => (
  <Answer
    state={state}
    title="Activity"
    loading="Counting…"
    isDrawable={(result) => readActivity(result, {}) !== undefined}
  >
    {(result) => <Drawn key={resultKey(result)} state={state} result={result} />}
  </Answer>
));

function Drawn({ state, result }: Pick<ViewProps, 'state'> & { result: ToolResult }) {
  const { input = {}, context } = state;
  const summary = useMemo(() => readActivity(result, input), [result, input]);
  return summary ? <Activity summary={summary} order={input.order} userZone={context.timeZone} /> : null;
}
