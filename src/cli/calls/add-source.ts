import { UsageError } from '../../config/usage-error.ts';
import { commandLine } from '../../lib/command-line.ts';
import { VENDOR_NAMES, type VendorName } from '../../platform/intake/vendors/vendor.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { suggestName } from '../parser/nearest.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { explainSourceErrors } from './find-source.ts';
import { lostSecret } from './lost-secret.ts';
import { readVendorSecrets } from './secret-file.ts';
import { sourceJson } from './source-json.ts';
import { type AddedSource, guidePage, instructions, intakeAddress, intakePath, sourceScreen } from './source-screen.ts';
import { VENDOR_GUIDES } from './vendor-guides.ts';

const EXAMPLE = commandLine('calls sources add vapi --name "front desk"');

/** `calls sources add`: makes a source, and shows what to do at the vendor. */
export const addSource: CommandRun = async (run) => {
  const { options, logger } = run;
  const vendor = readVendor(run);
  const { name } = options;
  if (name === undefined) throw new UsageError(`calls sources add ${vendor} needs a name, such as ${EXAMPLE}.`);
  const guide = VENDOR_GUIDES[vendor];
  if (options['vendor-key-file'] !== undefined && guide.vendorKey === undefined) {
    throw new UsageError(`--vendor-key-file is for telnyx and twilio: ${guide.title} sends the whole conversation.`);
  }
  const { secret, credential } = await readVendorSecrets(options, logger);
  const awaitsSecret = secret === undefined && guide.secretNeedsAddress === true;
  if (secret === undefined && guide.secretPlace !== undefined && !awaitsSecret) {
    throw new UsageError(`${guide.secretPlace} Save it in a file, and state it with --secret-file ./vendor-secret.`);
  }
  await withPlatform(run, async (platform) => {
    const added = await explainSourceErrors(
      platform.callSources.add({
        vendor,
        name,
        ...(secret && { secret: secret.reveal() }),
        ...(credential && { credential: credential.reveal() }),
      }),
    );
    show(run, {
      ...added,
      secret: added.secret?.reveal(),
      publicUrl: options['public-url'],
      database: run,
    });
  });
};

/** @throws UsageError */
function readVendor(run: Run): VendorName {
  const word = requiredArgument(run);
  const vendor = VENDOR_NAMES.find((known) => known === word);
  if (vendor) return vendor;
  throw new UsageError(
    `"${word}" is not a vendor of calls. ${suggestName(word, VENDOR_NAMES)} Others can send our own format: generic.`,
  );
}

function show(run: Run, added: AddedSource): void {
  const { options, print } = run;
  if (added.secret !== undefined) run.ifUnwritten(lostSecret(run, added.source));
  if (!options.json) {
    for (const line of sourceScreen(added)) print(line);
    return;
  }
  const { source, secret, publicUrl } = added;
  const value = {
    source: sourceJson(source),
    address: intakeAddress(source, publicUrl) ?? null,
    path: intakePath(source),
    // Null if the vendor's is stored.
    secret: secret ?? null,
    steps: instructions(added),
    check: followUp(added.database, `calls sources log ${source.id}`),
    page: guidePage(source),
  };
  printJson({ print }, value);
}
