import type { Bank } from '../../bank.ts'
import { findLastBooksCheck } from '../../books/check/books-check.ts'
import { readHeads } from '../../live/change-feed.ts'
import { countWaitingMail } from '../../mail/outgoing-mail.ts'
import { countWaitingResets } from '../../password-resets/password-reset.ts'
import { isArchiverFailing, readDatabaseBytes, readReplicationLag } from '../../postgres/database-figures.ts'
import { countDueRuns } from '../../schedules/schedule.ts'
import { countSessions } from '../../sessions/session.ts'
import { sumPending } from '../../transactions/pending-transactions.ts'
import { cachedFor } from './cached-for.ts'
import { countKeyUse } from './key-use.ts'
import type { Reading } from './process-readings.ts'

type Readings = Readonly<Record<string, Reading>>

// However often the metrics are scraped, and by however many, the database answers each question so seldom.
const usualMilliseconds = 5_000
// Read from up to 20,000 rows.
const pendingMilliseconds = 15_000
const slowMilliseconds = 60_000

// As on the overview: beyond so many on either side the count stops, and an older one may be missing.
const pendingMax = 10_000

/** What is read from the database, the same in every process of the bank. */
export function databaseReadings(bank: Bank): Readings {
  return { ...workReadings(bank), ...booksReadings(bank), ...serverReadings(bank), ...keyReadings(bank) }
}

function workReadings({ db, clock }: Bank): Readings {
  const usual = <Value>(read: () => Promise<Value>) => cachedFor(usualMilliseconds, clock, read)
  return {
    bank_sessions: {
      help: 'Sessions in the database, of all processes, including abandoned ones.',
      read: usual(() => countSessions(db)),
    },
    bank_mail_waiting: {
      help: 'Mails in the outbox that are neither sent nor given up.',
      read: usual(() => countWaitingMail(db)),
    },
    bank_scheduled_runs_due: {
      help: 'Scheduled payments whose moment has come and that are not made.',
      read: usual(() => countDueRuns(db, new Date(clock()))),
    },
    bank_reset_links_waiting: {
      help: 'Requests for a link to choose a password or PIN that are not handled.',
      read: usual(() => countWaitingResets(db)),
    },
  }
}

function booksReadings({ db, clock }: Bank): Readings {
  const readCheck = cachedFor(usualMilliseconds, clock, () => findLastBooksCheck(db))
  const readPending = cachedFor(pendingMilliseconds, clock, () => sumPending(db, pendingMax))
  type Sums = Awaited<ReturnType<typeof readPending>>
  const byCurrency = async (of: (sum: Sums[number]) => number | undefined) => {
    const values = (await readPending()).map((sum) => [sum.currency, of(sum)] as const)
    return new Map(values.flatMap(([currency, value]) => (value === undefined ? [] : [[currency, value]])))
  }
  return {
    bank_batches_total: {
      help: 'Batches written by all processes; instructions divided by batches is the mean batch size.',
      read: cachedFor(usualMilliseconds, clock, async () =>
        Number([...(await readHeads(db)).batches.values()].reduce((sum, batchNo) => sum + batchNo, 0n)),
      ),
    },
    bank_books_in_order: {
      help: 'Result of the last check of the books: 1 in order, 0 not. Absent before the first check.',
      read: async () => {
        const check = await readCheck()
        return check && (check.fault === null ? 1 : 0)
      },
    },
    bank_books_checked_time_seconds: {
      help: 'When the last check of the books ended, in seconds since 1970.',
      read: async () => {
        const check = await readCheck()
        return check && check.finishedAt.getTime() / 1_000
      },
    },
    bank_in_transit_minor_units: {
      help: 'What is in transit in the books, which is the sum of all pending transactions, in minor units: cents or pence.',
      label: 'currency',
      read: () => byCurrency(({ amountMinor }) => Number(amountMinor)),
    },
    bank_pending_transactions: {
      help: 'Pending transactions, of which up to 10,000 are counted that customers pay, and as many that they receive.',
      label: 'currency',
      read: () => byCurrency(({ count }) => count),
    },
    bank_pending_oldest_time_seconds: {
      help: 'When the oldest of the counted pending transactions was made, in seconds since 1970. Absent without any.',
      label: 'currency',
      read: () => byCurrency(({ oldestAt }) => oldestAt && oldestAt.getTime() / 1_000),
    },
  }
}

function serverReadings({ db, clock }: Bank): Readings {
  return {
    bank_database_bytes: {
      help: 'The size of the database on its disk.',
      read: cachedFor(slowMilliseconds, clock, () => readDatabaseBytes(db)),
    },
    bank_archiver_failing: {
      help: '1 while PostgreSQL archives its log itself (archive_mode) and that fails, else 0.',
      read: cachedFor(usualMilliseconds, clock, async () => Number(await isArchiverFailing(db))),
    },
    bank_replication_lag_bytes: {
      help: 'How much of the log of PostgreSQL a standby or the archive has not confirmed, by its replication slot.',
      label: 'slot',
      read: cachedFor(usualMilliseconds, clock, () => readReplicationLag(db)),
    },
  }
}

/** While a SECRET_KEY is being replaced: the rows left. Counting scans whole tables. */
function keyReadings({ db, keys, clock }: Bank): Readings {
  if (keys.previousId === undefined) return {}
  return {
    bank_rows_under_previous_key: {
      help: 'Rows that still depend on SECRET_KEY_PREVIOUS, counted at most once a minute.',
      read: cachedFor(slowMilliseconds, clock, async () =>
        (await countKeyUse(db, keys)).reduce((sum, { previous }) => sum + previous, 0),
      ),
    },
  }
}
