import { commandLine } from '../../lib/command-line.ts';
import { isPublicAddress } from '../../lib/http/loopback.ts';
import { quoteText } from '../../lib/text/sentence.ts';
import type { CallSourceInfo } from '../../platform/index.ts';
import { type DatabaseChoice, followUp } from '../runtime/follow-up.ts';
import { wrapText } from '../terminal/wrap.ts';
import { VENDOR_GUIDES } from './vendor-guides.ts';

const WIDTH = 100;
const LABEL = 10;
/** Stands where the operator has to put a name; no address can have capitals and a placeholder's words by accident. */
const PLACEHOLDER = 'https://YOUR-PUBLIC-ADDRESS';
const MAX_NAME = 24;

/** A source that was just added. */
export interface AddedSource {
  source: CallSourceInfo;
  /** The secret, if it was made here: shown once. */
  secret: string | undefined;
  publicUrl: URL | undefined;
  /** Names the database for the commands that follow. */
  database: DatabaseChoice;
}

/** The path at which reports of a source are received. */
export const intakePath = ({ id }: Pick<CallSourceInfo, 'id'>) => `/api/intake/${id}`;

/** The address that the vendor is given; undefined if the public address of this server is not known. */
export function intakeAddress(source: Pick<CallSourceInfo, 'id'>, publicUrl: URL | undefined): string | undefined {
  return publicUrl && publicUrl.href.replace(/\/+$/, '') + intakePath(source);
}

/** What an operator needs to connect a vendor, on one screen of 100 columns. */
export function sourceScreen(added: AddedSource): string[] {
  const { source } = added;
  const { title } = VENDOR_GUIDES[source.vendor];
  return [
    `Source ${source.id} (${quoteText(source.name, MAX_NAME)}) receives calls from ${title}.`,
    '',
    ...addressLines(added),
    ...secretLines(added),
    ...vendorKeyLines(added),
    '',
    ...instructions(added).flatMap((step, index) => labelled(`${index + 1}.`, step, 3)),
    '',
    ...labelled('Check', `after the next call: ${followUp(added.database, `calls sources log ${source.id}`)}`),
    ...labelled('More', guidePage(source)),
  ];
}

/** The page about a vendor. */
export const guidePage = ({ vendor }: Pick<CallSourceInfo, 'vendor'>) => `docs/voice/${vendor}.md`;

/** What to do at the vendor, in order. */
export function instructions({ source, database }: Pick<AddedSource, 'source' | 'database'>): string[] {
  const { steps } = VENDOR_GUIDES[source.vendor];
  const command = followUp(database, `calls sources rotate ${source.id} --secret-file FILE`);
  const store = `Until the secret is stored, reports are refused. Store it: ${command}`;
  return source.awaitsSecret ? [...steps, store] : [...steps];
}

function addressLines({ source, publicUrl }: AddedSource): string[] {
  const address = intakeAddress(source, publicUrl);
  if (address === undefined) {
    return [
      ...labelled('Address', PLACEHOLDER + intakePath(source)),
      ...labelled('', 'Put the https address of rcpt-mcp http (or rcpt-mcp platform) there, at which the internet'),
      ...labelled('', 'reaches it, or state it with --public-url (RCPT_PUBLIC_URL) to see the whole address here.'),
    ];
  }
  const warning = 'This is an address of this computer: no vendor can reach it. State a public one with --public-url.';
  return [...labelled('Address', address), ...(isPublicAddress(new URL(address)) ? [] : labelled('', warning))];
}

function secretLines({ source, secret }: AddedSource): string[] {
  const { title, signer } = VENDOR_GUIDES[source.vendor];
  if (secret !== undefined) return [`${'Secret'.padEnd(LABEL)}${secret}`, ...labelled('', 'It is shown this once.')];
  if (source.awaitsSecret) {
    return labelled('Secret', `not stored yet: ${title} makes it for this address. The last step stores it.`);
  }
  return labelled('Secret', `stored: ${signer} from your file. It is not shown again.`);
}

function vendorKeyLines({ source, database }: AddedSource): string[] {
  const { vendorKey } = VENDOR_GUIDES[source.vendor];
  if (vendorKey === undefined) return [];
  if (source.hasCredential) return labelled('API key', 'stored; conversations are fetched with it.');
  const advice = followUp(database, `calls sources rotate ${source.id} --vendor-key-file FILE`);
  return [
    ...labelled('API key', `none: calls arrive without their conversation. To store one (${vendorKey}):`),
    ...labelled('', advice),
  ];
}

/** Wraps a text behind a label. A command at its end stays whole, because a person copies it. */
function labelled(label: string, text: string, column = LABEL): string[] {
  const start = text.indexOf(commandLine('calls '));
  const command = start === -1 ? '' : text.slice(start);
  const lines = wrapText(text.slice(0, text.length - command.length).trimEnd(), WIDTH - column);
  const last = lines.pop() ?? '';
  const isOneLine = command === '' || last === '' || column + last.length + 1 + command.length <= WIDTH;
  lines.push(...(isOneLine ? [`${last} ${command}`.trim()] : [last, command]));
  return lines.map((line, index) => `${(index === 0 ? label : '').padEnd(column)}${line}`);
}
