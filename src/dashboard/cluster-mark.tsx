/** The colour of a cluster: the same on every machine and each day, because it comes from the name. */
export function colourOf(cluster: string): string {
  let hash = 2_166_136_261;
  for (const letter of cluster) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  // Steps that one tells apart: two clusters have the same colour, or clearly another one.
  return `oklch(${0.55 + 0.13 * ((hash >>> 8) % 2)} 0.15 ${(hash % 12) * 30})`;
}

/** The colour alone, where there is no room for the name. */
export function Swatch({ cluster }: { readonly cluster: string }) {
  return <span className="swatch" role="img" aria-label={cluster} style={{ background: colourOf(cluster) }} />;
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
