import { useEffect, useRef, useState } from 'react';

/** Returns the value, renewed at most once in so many milliseconds; 0 for at once. */
export function usePaced<T>(value: T, ms: number): T {
  const [paced, setPaced] = useState(value);
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = value;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setPaced(latest.current);
    }, ms);
  }, [value, ms]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return ms === 0 ? value : paced;
}
