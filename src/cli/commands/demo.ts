import { CommandError } from '../../config/usage-error.ts';
import type { Platform } from '../../platform/index.ts';
import { NoDemoError } from '../../platform/index.ts';
import { isAgreed } from '../prompts/agree.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { manage } from './manage.ts';

type Change = (platform: Platform) => Promise<void>;

/** `rcpt-mcp demo`: what is in the demo business is lost, so it asks first. */
export const runDemo: CommandRun = manage(
  {
    reset: (platform, run) =>
      changeDemo(platform, run, {
        what: () => 'Make the demo business as it is in a new database? These are lost',
        apply: ({ demo }) => demo.reset(),
        done: 'The demo business is as in a new database. API keys, webhooks and users stay.',
      }),
    remove: (platform, run) =>
      changeDemo(platform, run, {
        what: (users) =>
          `Remove the demo business, its calendar feeds, its dashboard users (${users}) and the password of the owner? These are lost`,
        apply: ({ demo }) => demo.remove(),
        done: `The demo business is removed with its calendar feeds and dashboard users. The owner is owner@example.com, without a password. API keys, webhooks and sources of calls stay. Set up your own: ${followUp(run, 'business init')}`,
      }),
  },
  { mayCreate: true },
);

async function changeDemo(
  platform: Platform,
  run: Run,
  { what, apply, done }: { what: (users: number) => string; apply: Change; done: string },
): Promise<void> {
  const content = await platform.demo.content();
  if (!content) throw new CommandError(`This database holds ${platform.team.name}, not the demo business.`);
  const { contacts, bookings, calls } = content;
  const users = await platform.users.list();
  const question = `${what(users.length)}: ${contacts} contacts, ${bookings} bookings and ${calls} calls, with what was added to them.`;
  if (!(await isAgreed(run, question))) return;
  try {
    await apply(platform);
  } catch (error) {
    throw error instanceof NoDemoError ? new CommandError(error.message) : error;
  }
  run.print(run.options.json ? JSON.stringify({ removed: content }) : done);
}
