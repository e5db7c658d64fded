import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresInUse } from '../postgres-in-use.ts'

/** Until a PostgreSQL with another number takes connections; a minute at most, after which the run will notice. */
export async function untilAnotherPostmaster(postgres: PostgresInUse, before: number): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const now = postgres.postmaster()
    if (now !== undefined && now !== before && (await answers(postgres))) return
    await wait(20)
  }
}

/** Until the same one takes connections again, after it has ended all of its own. */
export async function untilPostgresAnswers(postgres: PostgresInUse): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline && !(await answers(postgres))) await wait(20)
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
