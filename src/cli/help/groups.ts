import { AUTH_OPTIONS } from '../../config/options/auth.ts';
import { BUSINESS_OPTIONS } from '../../config/options/business.ts';
import { BUSINESS_FILE_OPTIONS } from '../../config/options/business-file.ts';
import { CONNECTION_OPTIONS } from '../../config/options/connection.ts';
import { EVENT_OPTIONS } from '../../config/options/events.ts';
import { OPTIONS, type OptionName } from '../../config/options/index.ts';
import { LISTEN_OPTIONS } from '../../config/options/listen.ts';
import { INDEX_OPTIONS } from '../../config/options/local-index.ts';
import { OPERATION_OPTIONS } from '../../config/options/operation.ts';
import type { Option } from '../../config/options/option.ts';
import { TOOL_OPTIONS } from '../../config/options/tools.ts';
import { VOICE_OPTIONS } from '../../config/options/voice.ts';

interface OptionGroup {
  title: string;
  options: readonly Option<OptionName>[];
}

/** Options of single invocations, which have no environment name. */
export const COMMAND_GROUP: OptionGroup = {
  title: 'Options of this command',
  options: OPTIONS.filter(({ env }) => env === undefined),
};

const TOPICS: readonly OptionGroup[] = [
  {
    title: 'Platform',
    options: [...CONNECTION_OPTIONS, ...BUSINESS_FILE_OPTIONS.filter(({ name }) => name === 'demo')],
  },
  { title: 'Business', options: BUSINESS_OPTIONS },
  { title: 'Tools and answers', options: TOOL_OPTIONS },
  { title: 'Address', options: LISTEN_OPTIONS },
  { title: 'Authentication', options: AUTH_OPTIONS },
  { title: 'Operation', options: OPERATION_OPTIONS },
  { title: 'Voice agents', options: VOICE_OPTIONS },
  { title: 'Events of a remote platform', options: EVENT_OPTIONS },
  { title: 'Local index of a remote platform', options: INDEX_OPTIONS },
];
const inTopics = new Set(TOPICS.flatMap(({ options }) => options.map(({ name }) => name)));

/** Options that can also be set in the environment, by topic. An option without a topic is in the last group. */
export const SHARED_GROUPS: readonly OptionGroup[] = [
  ...TOPICS,
  { title: 'General', options: OPTIONS.filter(({ name, env }) => env !== undefined && !inTopics.has(name)) },
];
