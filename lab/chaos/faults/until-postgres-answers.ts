import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresInUse } from '../postgres-in-use.ts'

/** Waits until a postmaster other than `before` accepts connections, for a minute at most; the next step of the run fails then. */
export async function untilPostgresAnswers(postgres: PostgresInUse, before?: number): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const postmaster = postgres.postmaster()
    if (postmaster !== undefined && postmaster !== before && (await answers(postgres))) return
    await wait(20)
  }
}

async function answers(postgres: PostgresInUse): Promise<boolean> {
  try {
    const connection = await postgres.connect()
    await connection.end()
    return true
  } catch {
    return false
  }
}
