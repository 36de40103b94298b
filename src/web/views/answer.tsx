import './answer.css';
import type { ComponentChildren } from 'preact';
import type { ViewState } from '../bridge/host.ts';
import { errorOf, type ToolResult } from '../lib/tool-result.ts';

interface AnswerProps {
  state: ViewState;
  /** What the view is called, for a screen reader. */
  title: string;
  /** What is being read while there is no result. */
  loading: string;
  /** Whether a result is one that this view draws. */
  isDrawable: (result: ToolResult) => boolean;
  /** Draws a result that is no error. */
  children: (result: ToolResult) => ComponentChildren;
}

/** The landmark of a view, with its title, and what there is to say while it has no result that it can draw. */
export function Answer({ state: { result, isCancelled }, title, loading, isDrawable, children }: AnswerProps) {
  return (
    <main class="view-answer">
      <h1 class="visually-hidden">{title}</h1>
      {result ? (
        drawn(result, isDrawable, children)
      ) : (
        <p role="status">{isCancelled ? 'The call was cancelled. Nothing was changed.' : loading}</p>
      )}
    </main>
  );
}

function drawn(result: ToolResult, isDrawable: AnswerProps['isDrawable'], draw: AnswerProps['children']) {
  const error = errorOf(result);
  if (error !== undefined)
    return (
      <p class="notice bad" role="alert">
        {error}
      </p>
    );
  if (isDrawable(result)) return draw(result);
  return <p class="notice">This view cannot show this answer. The text of the answer is complete.</p>;
}
