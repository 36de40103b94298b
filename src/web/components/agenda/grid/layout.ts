/** Places things that overlap beside each other. Positions are pixels from the top of a column. */

export interface Box {
  top: number;
  bottom: number;
}

export interface Placed<T> extends Box {
  item: T;
  lane: number;
  /** Lanes that share the width here. */
  lanes: number;
}

/** Things for which there is no room: a button leads to them. */
export interface More<T> extends Box {
  items: T[];
  lane: number;
  lanes: number;
}

export interface Layout<T> {
  placed: Placed<T>[];
  more: More<T>[];
}

/**
 * Gives each box the first free lane. Boxes that touch each other, also by others between them, share the width.
 * @param minHeight of a box in pixels, so that each can be hit (WCAG 2.2, 2.5.8).
 * @param maxLanes if there are more, the last lane is for the button that leads to the rest.
 */
export function layOut<T extends Box>(boxes: readonly T[], minHeight: number, maxLanes: number): Layout<T> {
  const sorted = boxes
    .map((item) => ({ item, top: item.top, bottom: Math.max(item.bottom, item.top + minHeight) }))
    .sort((a, b) => a.top - b.top || b.bottom - a.bottom);
  const layout: Layout<T> = { placed: [], more: [] };
  let cluster: (Box & { item: T })[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const box of sorted) {
    if (box.top >= end && cluster.length > 0) {
      addCluster(cluster, Math.max(1, maxLanes), minHeight, layout);
      cluster = [];
    }
    cluster.push(box);
    end = Math.max(end, box.bottom);
  }
  if (cluster.length > 0) addCluster(cluster, Math.max(1, maxLanes), minHeight, layout);
  return layout;
}

function addCluster<T>(
  cluster: readonly (Box & { item: T })[],
  maxLanes: number,
  minHeight: number,
  { placed, more }: Layout<T>,
): void {
  const ends: number[] = [];
  const laned = cluster.map((box) => {
    const free = ends.findIndex((end) => end <= box.top);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = box.bottom;
    return { ...box, lane };
  });
  const lanes = Math.min(ends.length, maxLanes);
  const isFull = ends.length > maxLanes;
  const shown = isFull ? lanes - 1 : lanes;
  placed.push(...laned.filter(({ lane }) => lane < shown).map((box) => ({ ...box, lanes })));
  // What is hidden is grouped as far as it touches, because a cluster can be as long as a day.
  const groups: More<T>[] = [];
  for (const { item, top, bottom, lane } of laned) {
    if (lane < shown) continue;
    let group = groups.at(-1);
    if (!group || top >= Math.max(group.bottom, group.top + minHeight)) {
      group = { items: [], top, bottom, lane: lanes - 1, lanes };
      groups.push(group);
    }
    group.items.push(item);
    group.bottom = Math.max(group.bottom, bottom);
  }
  for (const { items, ...place } of groups) {
    const [item] = items;
    // A single one fits where its button would be.
    if (items.length === 1 && item !== undefined) placed.push({ item, ...place });
    else more.push({ items, ...place });
  }
}
