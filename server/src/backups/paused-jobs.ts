import type { PoolClient } from 'pg'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Connection, Database } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { readStoredValue, writeStoredValue } from '../storage/stored-value.ts'

/** True from a restore until an operator resumes the jobs. */
export async function areJobsPaused(db: Connection): Promise<boolean> {
  return (await readStoredValue(db, 'jobs')) === 'paused'
}

export async function pauseJobs(connection: PoolClient, now: Date): Promise<void> {
  await writeStoredValue(connection, { key: 'jobs', value: 'paused', updatedBy: null, now })
}

/** Lets the jobs of all processes run again. Does nothing when they are not paused. */
export async function letJobsRun(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (connection) => {
    if (!(await areJobsPaused(connection))) return
    await writeStoredValue(connection, { key: 'jobs', value: 'running', updatedBy: null, now })
    await recordAudit(connection, { actorId: null, action: 'jobs_resumed', target: null, now })
  })
}
