import type { OptionName } from '../../config/options/index.ts';
import { isOptionOf, type Option, optionLabel, shownDefault } from '../../config/options/option.ts';
import type { CommandPath } from '../../config/options/usage.ts';
import { HELP } from './all.ts';
import { COMMAND_GROUP, SHARED_GROUPS } from './groups.ts';
import { type Screen, section, twoColumns } from './layout.ts';

const KIND_PLACEHOLDERS: Readonly<Record<Option['type']['kind'], string>> = {
  boolean: '',
  integer: 'N',
  duration: 'TIME',
  choice: 'VALUE',
  list: 'LIST',
  url: 'URL',
  file: 'FILE',
  database: 'DATABASE',
  secret: 'SECRET',
  text: 'VALUE',
};
const PLACEHOLDERS: Readonly<Partial<Record<OptionName, string>>> = {
  'time-zone': 'ZONE',
  'default-country': 'CODE',
  'opening-hours': 'HOURS',
  language: 'TAG',
  host: 'ADDRESS',
  audit: 'FILE',
  'allowed-hosts': 'LIST',
  'allowed-origins': 'LIST',
  'trusted-proxies': 'LIST',
  'rate-limit': 'N/UNIT',
  'log-level': 'LEVEL',
  auth: 'MODE',
  name: 'NAME',
  staff: 'NAME',
  service: 'NAME',
  from: 'DAY',
  to: 'DAY',
  role: 'ROLE',
  currency: 'CODE',
  owner: 'EMAIL',
  services: 'LIST',
  people: 'LIST',
  scopes: 'LIST',
  url: 'URL',
  map: 'COLUMNS',
};

/** Kinds whose example says more than their description. */
const SHOWS_EXAMPLE: readonly Option['type']['kind'][] = ['text', 'url', 'duration'];

/** Few options need no headings. */
const MAX_UNGROUPED = 9;

/** Values, example and default of an option, for the end of its description. */
function details(option: Option, isSpecial: boolean): string {
  const { type, example, default: value } = option;
  const { kind, values = [] } = type;
  const fallback = kind === 'list' ? shownDefault(option).replaceAll(/,(?! )/g, ', ') : shownDefault(option);
  return [
    kind === 'choice' || kind === 'list' ? values.join(', ') : '',
    SHOWS_EXAMPLE.includes(kind) && value === undefined && !isSpecial ? `such as ${example}` : '',
    fallback === '' || (kind === 'boolean' && fallback === 'false') ? '' : `default: ${fallback}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Adds a remark to a description in parentheses, or to the parentheses at its end. */
function withRemark(description: string, remark: string): string {
  if (remark === '' || description.includes('default: ')) return description;
  return description.endsWith(')') ? `${description.slice(0, -1)}; ${remark})` : `${description} (${remark})`;
}

/** A flag that is on by default is shown with the value that switches it off. */
function placeholderOf({ name, type, default: value, defaultDescription }: Option<OptionName>): string {
  if (type.kind === 'boolean') return value === true ? '=false' : defaultDescription ? '[=false]' : '';
  return ` ${PLACEHOLDERS[name] ?? KIND_PLACEHOLDERS[type.kind]}`;
}

function optionRow(option: Option<OptionName>, path: CommandPath): [string, string] {
  const { name, flag, env } = option;
  const special = HELP[path].options?.[name];
  const description = withRemark(special ?? option.description, details(option, special !== undefined));
  const label = optionLabel(option);
  return flag ? [label + placeholderOf(option), env ? `${description} [${env}]` : description] : [label, description];
}

/** The options of a command, in groups if there are many. */
export function optionLines(path: CommandPath, screen: Screen): string[] {
  const groups = [COMMAND_GROUP, ...SHARED_GROUPS].map(({ title, options }) => ({
    title,
    rows: options.filter((option) => isOptionOf(option, path)).map((option) => optionRow(option, path)),
  }));
  groups.at(-1)?.rows.push(['-h, --help', 'print this help']);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count <= MAX_UNGROUPED) {
    return section(
      'Options',
      twoColumns(
        groups.flatMap(({ rows }) => rows),
        screen,
      ),
      screen,
    );
  }
  return groups.flatMap(({ title, rows }) => (rows.length > 0 ? section(title, twoColumns(rows, screen), screen) : []));
}
