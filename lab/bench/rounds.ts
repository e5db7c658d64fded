/**
 * Measures every side once in each round, in an alternating order, and returns the rounds of each side. One more round comes
 * first and does not count, because programs are slow in their first seconds.
 */
export async function takeTurns<Side, Measured>(
  sides: readonly Side[],
  rounds: number,
  measure: (side: Side) => Promise<Measured>,
): Promise<readonly (readonly Measured[])[]> {
  const measured = sides.map(() => [] as Measured[])
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? [...sides.entries()] : [...sides.entries()].reverse()
    for (const [index, side] of order) {
      const result = await measure(side)
      if (round > 0) measured[index]!.push(result)
    }
  }
  return measured
}
