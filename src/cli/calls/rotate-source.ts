import { UsageError } from '../../config/usage-error.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import type { CallSourceInfo } from '../../platform/index.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { explainSourceErrors, requireSource, sourceNotFound } from './find-source.ts';
import { lostSecret } from './lost-secret.ts';
import { readVendorSecrets, type VendorSecrets } from './secret-file.ts';
import { sourceJson } from './source-json.ts';
import { VENDOR_GUIDES } from './vendor-guides.ts';

/** `calls sources rotate`: replaces the secret of a source, its API key, or both. */
export const rotateSource: CommandRun = async (run) => {
  const id = requiredArgument(run);
  const secrets = await readVendorSecrets(run.options, run.logger);
  await withPlatform(run, async (platform) => {
    const before = await requireSource(platform, run, id);
    assertRotatable(before, secrets, run);
    const { secret, credential } = secrets;
    const rotated = await explainSourceErrors(
      platform.callSources.rotate(id, {
        ...(secret && { secret: secret.reveal() }),
        ...(credential && { credential: credential.reveal() }),
        isLeaked: run.options.leaked,
      }),
    );
    if (!rotated) throw sourceNotFound(run, id);
    const { source } = rotated;
    // Another rotation within a day, unless it stored the same secret again.
    const endsOlder = before.previousSecretUntil !== null && before.previousSecretUntil !== source.previousSecretUntil;
    show(run, source, { made: rotated.secret?.reveal(), secrets, endsOlder });
  });
};

/** @throws UsageError if there is nothing to replace, or the vendor has no API key */
function assertRotatable({ id, vendor }: CallSourceInfo, { secret, credential }: VendorSecrets, run: Run): void {
  const { title, secretPlace, vendorKey } = VENDOR_GUIDES[vendor];
  if (credential && vendorKey === undefined) {
    throw new UsageError(`--vendor-key-file is for telnyx and twilio: ${title} sends the whole conversation.`);
  }
  if (run.options.leaked && credential && !secret) {
    throw new UsageError('--leaked is about the secret of the source, and not about its API key: leave it out.');
  }
  if (secretPlace !== undefined && !secret && !credential) {
    const command = followUp(run, `calls sources rotate ${id} --secret-file ./vendor-secret`);
    throw new UsageError(`${secretPlace} Nothing was changed. Save it in a file, and run ${command}`);
  }
}

interface Rotation {
  /** The secret, if it was made here. */
  made: string | undefined;
  secrets: VendorSecrets;
  /** True if a secret from before the previous one was still accepted. */
  endsOlder: boolean;
}

function show(run: Run, source: CallSourceInfo, { made, secrets, endsOlder }: Rotation): void {
  const { options, print } = run;
  if (made !== undefined) run.ifUnwritten(lostSecret(run, source));
  const { title, signer } = VENDOR_GUIDES[source.vendor];
  if (options.json) {
    printJson({ print }, { source: sourceJson(source), secret: made ?? null });
    return;
  }
  if (made !== undefined) {
    print(`Secret of source ${source.id}, shown this once:`);
    print(made);
    print(`Paste it where ${title} has the previous one.`);
  } else if (secrets.secret) {
    print(`Source ${source.id} has a new secret: ${signer} from your file.`);
  }
  if (secrets.credential) print(`Source ${source.id} has a new API key; conversations are fetched with it.`);
  if (options.leaked) {
    print(`Only the new secret is accepted from now on: reports fail until ${title} has it.`);
  } else if ((made !== undefined || secrets.secret) && source.previousSecretUntil) {
    const until = `${minuteText(source.previousSecretUntil)} UTC`;
    print(`Both secrets are accepted until ${until}; after that, only the new one is.`);
    if (endsOlder) print(`The secret before these two is refused from now on: replace it at ${title} at once.`);
  }
}
