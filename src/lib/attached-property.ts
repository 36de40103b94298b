/** What is known of objects beside what they are. */
export interface AttachedProperty<K extends object, V> {
  get(object: K): V | undefined;
  set(object: K, value: V): void;
}

/**
 * Keeps something with an object, for as long as there is the object. A `WeakMap` says the same, but V8 lets small
 * collections pass over what is in one: with an entry for each request, each request grew old before it was freed.
 */
export function createAttachedProperty<K extends object, V>(name: string): AttachedProperty<K, V> {
  const key = Symbol(name);
  type Marked = K & { [key]?: V };
  return {
    get: (object) => (object as Marked)[key],
    set(object, value) {
      (object as Marked)[key] = value;
    },
  };
}
