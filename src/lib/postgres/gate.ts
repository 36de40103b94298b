/** Lets so many in at once; the others wait in the order in which they came, for as long as it takes. */
export interface Gate {
  enter(): Promise<void>;
  leave(): void;
}

export function createGate(width: number): Gate {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return {
    async enter() {
      if (inside < width) inside += 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      // The place is handed over, so that nobody slips in between.
      if (next) next();
      else inside -= 1;
    },
  };
}
