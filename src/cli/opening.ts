import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instructions } from '../server/instructions.ts';
import { createOpening, type Opening, type Recording, recordingName, selectionKey } from '../server/opening/index.ts';
import { ALL_TOOLSETS } from '../tools/core/toolsets.ts';
import { eventSources } from './config/events.ts';
import { toolSettings } from './config/platform-profile.ts';
import type { Settings } from './config/settings.ts';

/**
 * What answers a client's first questions, under these settings. Undefined where the package has no recordings beside
 * its code, as before it was built: then the server answers everything.
 */
export function openingFor(settings: Settings, folder: string = __dirname): Opening | undefined {
  const recording = readRecording(join(folder, recordingName(settings)));
  const offer = recording?.selections[selectionKey(ALL_TOOLSETS, settings.toolsets, settings.readOnly)];
  if (!recording || !offer) return undefined;
  const tools = offer.lists['tools/list']?.map((index) => ({ name: recording.tools[index] ?? '' })) ?? [];
  const told = eventSources(settings).length > 0;
  return createOpening({ recording, offer, told, instructions: instructions(toolSettings(settings), tools) });
}

function readRecording(file: string): Recording | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Recording;
  } catch {
    return undefined;
  }
}
