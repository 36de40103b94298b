import { dayAndTime, type Outcome } from './outcome.ts';

/** What came of an action, its reason, and other starts. */
export function OutcomeText({ outcome, zone }: { outcome: Outcome; zone: string }) {
  return (
    <>
      <p>
        <strong>{outcome.text}</strong>
      </p>
      {outcome.reason && <p>{outcome.reason}</p>}
      {outcome.alternatives.length > 0 && (
        <p>{`Free instead: ${outcome.alternatives
          .slice(0, 5)
          .map((at) => dayAndTime(at, zone))
          .join('; ')}.`}</p>
      )}
    </>
  );
}
