import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../../scripts/token-cost.ts';
import type { ToolAnswer } from '../../support/clients.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';

/**
 * Questions of users, answered for the demo business with the smallest number of calls. Each script does what a good
 * agent does: it uses only the question, the date of its host, and earlier answers.
 */
export const ZONE = 'America/New_York';

/** A Monday morning; the Sunday on which the clocks change; the day before the last of a year. */
const MOMENTS = ['2026-11-16T10:00:00-05:00', '2027-03-14T15:30:00-04:00', '2027-12-30T16:45:00-05:00'];
const PRELOAD = fileURLToPath(new URL('../../support/start-date.cjs', import.meta.url));

/** The most tokens that an agent reads for one answer. */
const MAX_ANSWER_TOKENS = 8_000;

export interface Agent {
  /** Calls a tool, whose answer must not be a failure. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  /** Calls a tool, whose answer must be a failure. */
  refused(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  /** The date of the business. */
  today: Temporal.PlainDate;
  /** Returns the next date after today with this weekday (1 is Monday). */
  coming(weekday: number): Temporal.PlainDate;
  /** The first and the last day of the month before this one. */
  lastMonth: { from: string; to: string };
}

/** A question, the fewest calls that answer it, and the script that answers and checks it. */
type Scenario = [question: string, calls: number, script: (agent: Agent) => Promise<void>];

/** Runs the scenarios on each of the three days, in order, with one server of their own. */
export function scenarios(topic: string, all: readonly Scenario[]): void {
  describe.each(MOMENTS)(`${topic} on %s`, (moment) => {
    let session: HttpSession;
    beforeAll(async () => {
      session = await startHttp({ NODE_OPTIONS: `--require ${PRELOAD}`, START_DATE: moment });
    });
    afterAll(() => session?.close());

    const today = Temporal.PlainDate.from(moment.slice(0, 10));
    const month = today.toPlainYearMonth().subtract({ months: 1 });

    it.each(all)('%s', async (question, fewest, script) => {
      let [calls, tokens] = [0, 0];
      const read = async (name: string, args: Record<string, unknown>, isError: boolean) => {
        calls++;
        const answer = await session.client.call(name, args);
        expect(answer.isError, answer.text).toBe(isError);
        const count = countTokens(answer.text);
        expect(count).toBeLessThanOrEqual(MAX_ANSWER_TOKENS);
        tokens += count;
        return answer;
      };
      await script({
        call: (name, args = {}) => read(name, args, false),
        refused: (name, args = {}) => read(name, args, true),
        today,
        coming: (weekday) => today.add({ days: ((weekday - today.dayOfWeek + 6) % 7) + 1 }),
        lastMonth: {
          from: month.toPlainDate({ day: 1 }).toString(),
          to: month.toPlainDate({ day: month.daysInMonth }).toString(),
        },
      });
      record({ question, calls, tokens, moment });
      expect(calls).toBe(fewest);
    });
  });
}

/** Appends the cost of a scenario to the file that `npm run scenarios` prints as a table. */
function record(cost: { question: string; calls: number; tokens: number; moment: string }): void {
  const file = process.env.SCENARIO_COSTS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(cost)}\n`);
}

export interface Item {
  [field: string]: string;
  id: string;
}
export const items = (answer: ToolAnswer) => answer.data.items as Item[];
