/** The colour of a cluster: the same on every machine and each day, because it comes from the name. */
export function colourOf(cluster: string): string {
  let hash = 0;
  for (const letter of cluster) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  // Far apart for names that differ in one letter.
  return `oklch(0.62 0.15 ${(hash * 137.508) % 360})`;
}

/** The name of a cluster, behind its colour. */
export function ClusterMark({ cluster }: { readonly cluster: string }) {
  return (
    <>
      <span className="swatch" style={{ background: colourOf(cluster) }} />
      <bdi>{cluster}</bdi>
    </>
  );
}
