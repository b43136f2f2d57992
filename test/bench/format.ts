/** `24 ms`, `3.1 µs`, `85 ns` */
export function formatTime(milliseconds: number): string {
  if (milliseconds >= 1) return `${digits(milliseconds)} ms`;
  if (milliseconds >= 0.001) return `${digits(milliseconds * 1000)} µs`;
  return `${digits(milliseconds * 1e6)} ns`;
}

/** `1.43×`, `12,000×` */
export function formatRatio(ratio: number): string {
  return `${ratio >= 100 ? formatCount(roundTo(ratio, 2)) : ratio.toFixed(2)}×`;
}

/** `15,000` */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `24.6 MB` */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${digits(bytes / 1e3)} kB` : `${digits(bytes / 1e6)} MB`;
}

function digits(value: number): string {
  // `toPrecision(2)` of a value that rounds to three digits would have an exponent.
  return value >= 99.5 ? formatCount(Math.round(value)) : value.toPrecision(2);
}

function roundTo(value: number, significant: number): number {
  return Number(value.toPrecision(significant));
}
