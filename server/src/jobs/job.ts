import type { Bank } from '../bank.ts'
import type { Connection } from '../postgres/database.ts'
import type { JobReport } from './job-report.ts'

/** Work in the background, which every process of the bank repeats. */
export type Job = {
  /** Its name in the log, in the metrics, in the table `job_reports` and on the overview. */
  readonly name: string
  /** Between a round without work and the next one. A round with work is followed by the next one at once. */
  readonly pauseSeconds: number
  /** Between a failed round and the next one; like the other pause unless given. */
  readonly retrySeconds?: number
  /** A job that has not ended a round for so long is late. 5 unless given. */
  readonly lateMinutes?: number
  /** For jobs that send something or move money: after a restore they do nothing until an operator resumes them. */
  readonly waitsAfterRestore: boolean
  /** Opens the job in a process; undefined where the settings leave it without work. */
  readonly open: (context: JobContext) => Round | undefined
}

/** Opens a job whose rounds need the bank alone. */
export function withBank(round: (bank: Bank, now: Date) => Promise<number>): Job['open'] {
  return ({ bank }) =>
    (now) =>
      round(bank, now)
}

/** A job that deletes rows that were kept long enough. Each deletion is a job of its own: if one of them fails, the others go on. */
export function deletion(name: string, deleteRows: (db: Connection, now: Date) => Promise<number>): Job {
  return {
    name,
    pauseSeconds: 60,
    waitsAfterRestore: false,
    open: withBank(({ db }, now) => deleteRows(db, now)),
  }
}

/** One round of a job. Returns how much it has done. */
export type Round = (now: Date) => Promise<number>

/** What a process gives its jobs. */
export type JobContext = {
  readonly bank: Bank
  /** The bank's public address, for the links in mails. */
  readonly address: string
  readonly log: { readonly warn: Write; readonly info: Write }
  /** Shows these links to the operator of a demo without mail. */
  readonly print: (line: string) => void
  /** Aborted when the process ends its jobs. */
  readonly closing: AbortSignal
  /** What the jobs of this process have done, by their names. */
  readonly reports: Map<string, JobReport>
}

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void
