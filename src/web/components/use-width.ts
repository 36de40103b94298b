import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Measures the width of an element, in pixels, also when it changes. `initial` counts until it is measured. */
export function useWidth<T extends Element>(initial = 320) {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(Math.max(160, Math.floor(current.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}
