import type { OptionValues } from '../../../config/options/index.ts';
import { UsageError } from '../../../config/usage-error.ts';
import type { Prompter } from '../../prompts/prompter.ts';
import { type Answers, readEmail, readField, readHours, readPeople, readServices } from './answers.ts';
import { countryOf, zoneNamed } from './places.ts';
import { proposeCountry, proposeCurrency, proposePerson, proposeTimeZone } from './proposals.ts';

/** How a value is found out: by a question, or by accepting the proposal. */
type Ask = <T>(question: string, proposal: string, read: (answer: string) => T) => Promise<T>;

/** Asks a person. What an option says is the proposal. */
export function askAnswers(options: OptionValues, prompter: Prompter): Promise<Answers> {
  return collect(options, prompter.ask);
}

/** Accepts every proposal. @throws UsageError for an option with an invalid value, and without a name */
export function acceptProposals(options: OptionValues): Promise<Answers> {
  if (options.name === undefined) {
    throw new UsageError('business init --yes needs the name of the business, such as --name "Bright Smile Dental".');
  }
  return collect(options, async (question, proposal, read) => {
    try {
      return read(proposal);
    } catch (error) {
      // Those of hours are sentences.
      throw new UsageError(`${question}: ${(error as Error).message.replace(/\.$/, '')}.`);
    }
  });
}

async function collect(options: OptionValues, ask: Ask): Promise<Answers> {
  const field = (name: Parameters<typeof readField>[0]) => (text: string) => readField(name, text);
  const name = await ask('Name of the business', options.name ?? 'My practice', field('name'));
  const time_zone = await ask('Time zone', options['time-zone'] ?? proposeTimeZone(), (text) =>
    readField('time_zone', zoneNamed(text)),
  );
  const country = await ask('Country', options['default-country'] ?? proposeCountry(time_zone), (text) =>
    readField('country', countryOf(text)),
  );
  const currency = await ask('Currency', options.currency ?? proposeCurrency(country), (text) =>
    readField('currency', text.toUpperCase()),
  );
  const opening_hours = await ask('Opening hours', options['opening-hours'] ?? 'Mon-Fri 09:00-17:00', readHours);
  const services = await ask(
    'Services, each with duration and price',
    options.services ?? 'Consultation 30m 0',
    (text) => readServices(text, currency),
  );
  const people = await ask('People who take appointments', options.people ?? proposePerson(), readPeople);
  // A person has to name one. What no person sees says that it is a placeholder: `ownerNote`.
  const owner = await ask(
    "The owner's e-mail address",
    options.owner ?? (options.yes ? 'owner@example.com' : ''),
    readEmail,
  );
  return { name, time_zone, country, currency, opening_hours, services, people, owner };
}
