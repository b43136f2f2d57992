import { useEffect, useRef, type RefObject } from 'react';

/** Keeps the end of a growing text in sight, unless somebody reads further above. */
export function useEnd(text: unknown): RefObject<HTMLPreElement | null> {
  const element = useRef<HTMLPreElement>(null);
  const height = useRef(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const { scrollTop, clientHeight, scrollHeight } = current;
    if (scrollTop + clientHeight >= height.current - 30) current.scrollTo({ top: scrollHeight });
    height.current = scrollHeight;
  }, [text]);
  return element;
}
