import type { TestBank } from './bank.ts'
import { waitUntil } from './wait-until.ts'

/** Waits until this number of statements wait for a lock in the bank's database. */
export function lockWaits({ bank }: TestBank, expected: number): Promise<void> {
  return waitUntil(async () => {
    const { rowCount } = await bank.db.query(
      `select distinct a.pid from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`,
    )
    return rowCount === expected
  })
}

/** Runs work while another transaction has locked a row. `release` runs a last statement and commits that transaction. */
export async function whileRowHeld(
  { bank }: TestBank,
  lock: string,
  work: (release: (statement?: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const other = await bank.db.connect()
  try {
    await other.query(`begin; ${lock}`)
    await work(async (statement = 'select') => {
      await other.query(`${statement}; commit`)
    })
  } finally {
    other.release(true)
  }
}
