import { OPTIONS } from '../../config/options/index.ts';
import { COMMANDS, type Option } from '../../config/options/option.ts';
import { COMMAND_PATHS } from '../../config/options/usage.ts';
import { UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { nearestName } from './nearest.ts';

/** A command, flag or variable that does not exist. `explainUnknownName` knows what people of other programs mean. */
export class UnknownNameError extends UsageError {
  /** @param problem a sentence, which the advice follows */
  constructor(
    readonly word: string,
    readonly problem: string,
    advice: string,
  ) {
    super(`${problem} ${advice}`);
  }
}

/** The error for a word that is not a command. */
export function unknownCommand(word: string): UnknownNameError {
  return new UnknownNameError(word, `There is no command "${word}".`, commandAdvice(word));
}

function commandAdvice(word: string): string {
  const lower = word.toLowerCase();
  // A subcommand without its command, such as `backup`, comes after the commands.
  const nearest = nearestName(lower, COMMANDS) ?? nearestName(lower, COMMAND_PATHS.map(lastWord));
  const meant = COMMAND_PATHS.filter((path) => path === nearest || lastWord(path) === nearest);
  if (meant.length === 0) return `${commandLine('help')} lists the commands.`;
  return `Did you mean ${meant.map(commandLine).join(', or ')}?`;
}

const lastWord = (path: string) => path.slice(path.lastIndexOf(' ') + 1);

/** `--baseUrl`, `--base_url` and `RCPT_BASE_URL` become `base-url`. */
export const normalizedName = (name: string) =>
  name
    .replace(/^(-+|RCPT_)/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/**
 * The error for a flag or variable that is not an option.
 * @param known the options of the command come first: of equally near names the first is proposed
 * @param help the command that prints the options
 */
export function unknownOption(name: string, known: readonly Option[], help: string): UnknownNameError {
  return new UnknownNameError(name, `${name} is not an option.`, optionAdvice(name, known, help));
}

function optionAdvice(name: string, known: readonly Option[], help: string): string {
  const word = normalizedName(name);
  const isVariable = name.startsWith('RCPT_');
  const same = known.find((option) => option.name === word);
  if (same && !same.flag && !isVariable) return `Set it in the environment: ${same.env}=${same.example}.`;
  if (same && isVariable && same.env === undefined) return `It has no variable: write --${word} ${same.example}.`;
  const negated = known.find((option) => option.flag && option.type.kind === 'boolean' && `no-${option.name}` === word);
  if (negated) return `Write --${negated.name}=false.`;
  const candidates = known.filter((option) => (isVariable ? option.env !== undefined : option.flag));
  const nearest = nearestName(
    word,
    candidates.map((option) => option.name),
  );
  const option = OPTIONS.find((one) => one.name === nearest);
  return option ? `Did you mean ${isVariable ? option.env : `--${option.name}`}?` : `See ${help}.`;
}
