import type { Icon } from '@modelcontextprotocol/server';
import type { Toolset } from '../tools/index.ts';

/** SVG paths in a 24 by 24 view box, drawn for this project, one for each toolset. */
const DRAWINGS: Record<Toolset, string> = {
  // A clock.
  account: 'M12,3a9,9,0,1,0,.1,0M12,7v5l3,3',
  // A sheet of a calendar.
  bookings: 'M4,6h16v14H4zM4,10h16M8,3v4M16,3v4',
  // A person.
  contacts: 'M12,4a4,4,0,1,0,.1,0M4,21a8,8,0,0,1,16,0',
  // A receiver.
  calls: 'M5,4h4l2,5-3,2a11,11,0,0,0,5,5l2-3,5,2v4C11,21,3,13,5,4z',
  // A price tag.
  services: 'M4,4h8l8,8-8,8-8-8zM7,8h2',
  // An arrow that leaves a box.
  webhooks: 'M13,5h6v6M19,5l-9,9M9,5H5v14h14v-4',
  // Sliders.
  setup: 'M4,7h16M4,17h16M9,4v6M15,14v6',
  // A key.
  keys: 'M8,11a4,4,0,1,0,.1,0M11,12l8-8M16,7l3,3',
};

/**
 * Returns the icon of a toolset (MCP, Icons) as a data URI, so that clients fetch nothing. Prompts, resources and the
 * server have icons. The server's is part of every result of the 2026 protocol, so the SVG is as short as possible. Tools
 * have none: icons would make their list 12 % longer, and hosts rarely show them.
 */
export function iconsOf(toolset: Toolset): Icon[] {
  // A colour that is visible on light and dark backgrounds. Commas need no encoding, spaces do.
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0,0,24,24' fill='none' stroke='#47b' stroke-width='2'><path d='${DRAWINGS[toolset]}'/></svg>`;
  return [{ src: `data:image/svg+xml,${svg.replace(/[<># ]/g, encodeURIComponent)}` }];
}
