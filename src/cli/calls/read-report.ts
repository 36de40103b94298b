import { type CallReport, callReportSchema } from '../../contract/index.ts';
import { issueText } from '../../contract/issue-text.ts';
import { exceededBound, isObject, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { explainIssues } from '../../platform/http/issues.ts';
import { storable } from '../../platform/intake/read-report.ts';
import { nearestName } from '../parser/nearest.ts';
import { timeProblem } from './implausible.ts';

/** The names of fields in reports of other systems. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  transcript: 'turns',
  messages: 'turns',
  role: 'speaker',
  content: 'text',
  message: 'text',
  id: 'call_id',
  from: 'phone',
  caller: 'phone',
  duration: 'duration_seconds',
};

const fieldFor = (name: string) => OTHER_NAMES[name] ?? nearestName(name, Object.keys(callReportSchema().shape));

export const NOT_JSON = 'must be a JSON object: one call on each line (JSON Lines)';

/** Reads a line of a file as the report of a call. Returns the problem, in words behind the number of the line. */
export function readReport(text: string): CallReport | string {
  const value = parse(text);
  if (!isObject(value)) return NOT_JSON;
  const parsed = callReportSchema().safeParse(storable(value), { error: issueText });
  if (!parsed.success) return explainIssues(parsed.error.issues, 'a report of a call', fieldFor);
  if (parsed.data.event !== 'ended') return 'event: must be ended; a call in progress is not imported';
  return timeProblem(parsed.data, systemClock.now()) ?? parsed.data;
}

function parse(text: string): unknown {
  if (exceededBound(text, { depth: MAX_JSON_DEPTH })) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
