import '../../styles/base.css';
import { useMemo } from 'preact/hooks';
import { hostActions } from '../../components/actions.ts';
import { CallReview } from '../../components/call-review/call-review.tsx';
import { readReview } from '../../components/call-review/model.ts';
import type { ToolResult } from '../../lib/tool-result.ts';
import { Answer } from '../answer.tsx';
import { resultKey } from '../result-key.ts';
import { startView, type ViewProps } from '../start.tsx';

startView('call-review', ({ host, state }) => (
  <Answer
    state={state}
    title="Call review"
    loading="Reading calls…"
    isDrawable={(result) => readReview(result) !== undefined}
  >
    {(result) => <Drawn key={resultKey(result)} host={host} state={state} result={result} />}
  </Answer>
));

function Drawn({ host, state, result }: ViewProps & { result: ToolResult }) {
  const review = useMemo(() => readReview(result), [result]);
  if (!review) return null;
  return (
    <CallReview
      review={review}
      input={state.input ?? {}}
      userZone={state.context.timeZone}
      actions={hostActions(host, result)}
    />
  );
}
