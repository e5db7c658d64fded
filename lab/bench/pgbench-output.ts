/** What pgbench measured. */
export type PgbenchResult = { readonly perSecond: number; readonly averageMilliseconds: number }

/** Reads what pgbench says at the end of a run. Throws when a transaction failed or the speed is missing. */
export function readPgbenchOutput(output: string): PgbenchResult {
  const failed = numberIn(output, /number of failed transactions: (\d+)/)
  if (failed !== undefined && failed > 0) throw new Error(`${failed} transactions of pgbench failed.`)
  // Older ones say both "including" and "excluding" connections' establishing; the latter is what is meant.
  const perSecond =
    numberIn(output, /tps = ([\d.]+) \((?:without initial connection time|excluding)/) ??
    numberIn(output, /tps = ([\d.]+)/)
  const averageMilliseconds = numberIn(output, /latency average = ([\d.]+) ms/)
  if (perSecond === undefined || averageMilliseconds === undefined) {
    throw new Error(`pgbench said nothing of its speed:\n${output}`)
  }
  return { perSecond, averageMilliseconds }
}

function numberIn(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
