/** A property that is attached to objects of another module. */
interface AttachedProperty<K extends object, V> {
  get(object: K): V | undefined;
  set(object: K, value: V): void;
  delete(object: K): void;
}

/**
 * Attaches a value to an object for the object's lifetime, as a `WeakMap` does. V8's minor collections do not free the
 * entries of a `WeakMap`: with one entry a request, each request was promoted to the old generation before it was freed.
 */
export function createAttachedProperty<K extends object, V>(name: string): AttachedProperty<K, V> {
  const key = Symbol(name);
  type Marked = K & { [key]?: V | undefined };
  return {
    get: (object) => (object as Marked)[key],
    set(object, value) {
      (object as Marked)[key] = value;
    },
    delete(object) {
      // Removing the property itself would make the object slow.
      (object as Marked)[key] = undefined;
    },
  };
}
