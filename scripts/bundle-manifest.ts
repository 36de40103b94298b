/** Generates manifest.json of the MCPB bundle (https://github.com/modelcontextprotocol/mcpb, version 0.4). */
import { OPTIONS, type OptionName } from '../src/config/options/index.ts';
import { shownDefault } from '../src/config/options/option.ts';
import { ALL_PROMPTS, promptResult } from '../src/server/prompts/index.ts';
import { ALL_TOOLS, DEFAULT_TOOLSETS } from '../src/tools/index.ts';
import { fileAddress, type PackageFile, webAddress } from './identity.ts';

/** The settings that a host asks the user for when the bundle is installed, with their titles. All are optional. */
const PROMPTED = {
  'base-url': 'Platform address',
  'api-key': 'API key',
  'time-zone': 'Time zone',
  'default-country': 'Country',
  'opening-hours': 'Opening hours',
  'read-only': 'Read only',
  redact: 'Mask personal data',
} as const satisfies Partial<Record<OptionName, string>>;

/** Descriptions that differ from those of the options. */
const DESCRIPTIONS: Partial<Record<OptionName, string>> = {
  'base-url':
    'Where your receptionist platform is. Leave address and key empty to try a demo business on this computer.',
  'api-key': "The platform's API key. Kept by the host where it keeps secrets.",
  redact: 'off; contact masks e-mail addresses and telephone numbers; strict masks card and account numbers too.',
};

const prompted = Object.entries(PROMPTED).map(([name, title]) => {
  const option = OPTIONS.find((candidate) => candidate.name === name);
  if (!option?.env) throw new Error(`${name} is no option with an environment name`);
  return { option, env: option.env, title, key: name.replaceAll('-', '_') };
});

function setting({ option, title }: (typeof prompted)[number]) {
  const { name, type, example, flag } = option;
  const sentence = `${option.description[0]?.toUpperCase()}${option.description.slice(1)}.`;
  const description = DESCRIPTIONS[name] ?? `${sentence} Such as ${example}.`;
  if (type.kind === 'boolean')
    return { type: 'boolean', title, description: `${option.description}.`, required: false, default: false };
  const secret = flag ? {} : { sensitive: true };
  // The default of a choice must be one of its values; all other settings are empty by default.
  const fallback = { default: type.kind === 'choice' ? shownDefault(option) : '' };
  return { type: 'string', title, description, required: false, ...secret, ...(flag ? fallback : {}) };
}

/** Describes a prompt, with the bundle's placeholders for its arguments. */
function promptEntry(prompt: (typeof ALL_PROMPTS)[number]) {
  const names = Object.keys(prompt.args);
  const args = Object.fromEntries(names.map((name) => [name, `arguments.${name}`]));
  const [message] = promptResult(prompt, args, { zone: undefined, has: () => true }).messages;
  const text = message?.content.type === 'text' ? message.content.text : '';
  // The message shows brackets of an argument as apostrophes: those of a placeholder are put in afterwards.
  const withPlaceholders = text.replace(/"(arguments\.\w+)"/g, (_all, name: string) => `"\${${name}}"`);
  return { name: prompt.name, description: prompt.description, arguments: names, text: withPlaceholders };
}

export function bundleManifest(about: PackageFile) {
  const address = webAddress(about);
  const privacy = fileAddress(about, 'docs/privacy.md');
  const offered = ALL_TOOLS.filter(({ toolset }) => (DEFAULT_TOOLSETS as readonly string[]).includes(toolset));
  return {
    manifest_version: '0.4',
    name: about.name,
    display_name: 'Receptionist',
    version: about.version,
    description: about.description,
    long_description: [
      'Book, move and cancel appointments, keep contacts, and read calls and transcripts of an AI phone receptionist.',
      'With the address and an API key of your platform it works on your data. Without either it uses a database on this',
      'computer, which needs Node 22.5 or newer: a demo business, until you set up your own (npx rcpt-mcp business init).',
      'What is stored and what leaves this computer is in docs/privacy.md inside this bundle.',
    ].join(' '),
    author: { name: 'the rcpt-mcp authors', ...(address ? { url: address } : {}) },
    ...(address
      ? {
          repository: { type: 'git', url: `${address}.git` },
          homepage: address,
          documentation: `${address}#readme`,
          support: `${address}/issues`,
          privacy_policies: [privacy],
        }
      : {}),
    icon: 'assets/icon.png',
    icons: [{ src: 'assets/icon.png', size: '512x512' }],
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/dist/cli.js`],
        env: Object.fromEntries(prompted.map(({ env, key }) => [env, `\${user_config.${key}}`])),
      },
    },
    tools: offered.map(({ name, description }) => ({ name, description })),
    tools_generated: false,
    prompts: ALL_PROMPTS.map(promptEntry),
    prompts_generated: false,
    keywords: about.keywords,
    license: about.license,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: `${about.engines.node}.0` } },
    user_config: Object.fromEntries(prompted.map((one) => [one.key, setting(one)])),
  };
}
