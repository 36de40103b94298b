/** Tells of resources whose content changed, by address. */
export interface Updates {
  /** Tells a listener from now on. Returns what ends that. */
  subscribe(listener: (uri: string) => void): () => void;
}
