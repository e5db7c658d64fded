import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment, person } from '../../answer-formats.ts'
import { booksCheckView } from '../position/view.ts'

/** Exact up to a limit, null beyond. */
const count = z.nullable(z.number())

const diskSpace = z.object({
  /** The setting that names the folder. */
  folder: z.enum(['DATA_DIR', 'BACKUP_DIR']),
  freeBytes: z.number(),
  sizeBytes: z.number(),
})

const backups = z.nullable(
  z.object({
    /** When the last one was complete; null before the first. */
    lastBackupAt: z.nullable(moment),
    /** It is older than two backups should be apart, or the first one fails. */
    isBackupOverdue: z.boolean(),
    /** The archive has everything that was committed before this moment; null before it is known. */
    archivedUntil: z.nullable(moment),
    /** The archive is more than five minutes behind, or has not begun because it fails. */
    isArchiveBehind: z.boolean(),
  }),
)

/** What waits for the bank's staff. Each list has the most urgent rows. What the caller has no right to read is left out. */
export const overviewView = z.object({
  activations: z.object({
    count,
    /** How many accounts have waited longer than promised (`activationHours`). */
    overdueCount: count,
    /** Those that have waited longest. */
    users: z.array(z.object({ id: z.uuid(), name: z.string(), dueAt: moment })),
  }),
  pendingTransactions: z.object({
    count,
    /** The currencies in which something is pending. */
    sums: z.array(z.object({ currency: z.enum(currencies), amount: decimal, count })),
    /** Each with the user, and the account, on whose page its status is set. Empty where there are too many to be counted. */
    oldest: z.array(
      z.object({
        id: z.uuid(),
        user: person,
        /** Null for the user’s main account. */
        accountNumber: z.nullable(accountNumber),
        currency: z.enum(currencies),
        amount: decimal,
        createdAt: moment,
      }),
    ),
  }),
  /** How many acts of staff wait for a second person. */
  approvals: z.optional(count),
  supportMessages: z.optional(
    z.object({
      /** How many have a deadline: the bank must answer, or decide a dispute. */
      count,
      /** For how many of them it is over. */
      overdueCount: count,
      /** Those that are due first. */
      due: z.array(z.object({ id: z.uuid(), subject: z.string(), email: z.string(), dueAt: moment })),
    }),
  ),
  mail: z.optional(
    z.object({
      /** Mail is off: it is stored, and nothing is sent. */
      isOff: z.boolean(),
      /** Stored and not sent, without any attempt. */
      waitingCount: count,
      /** An attempt has failed, and there will be another. */
      retryingCount: count,
      /** Given up within the last seven days. */
      givenUpCount: count,
    }),
  ),
  /** What staff are alerted about, with what is the matter, as far as the caller may read it. */
  alerts: z.array(
    z.object({
      name: z.enum(['pending', 'activations', 'messages', 'wrong_secrets', 'books', 'fundings']),
      sentences: z.array(z.string()),
    }),
  ),
  /** True from a restore until an operator resumes the jobs: no mail is sent, and nothing is rounded up. */
  areJobsPaused: z.boolean(),
  /** The background jobs: failing ones first, then late ones, then the others by name. */
  jobs: z.array(
    z.object({
      name: z.string(),
      /** `failing`: its last round failed, and it is repeated. `late`: for minutes no round has ended. */
      state: z.enum(['failing', 'late', 'running']),
      /** When its last successful round ended; null before the first. */
      succeededAt: z.nullable(moment),
      /** When its last failed round ended, and why it failed; null before the first. */
      failure: z.nullable(z.object({ at: moment, error: z.string() })),
      /** How long its last round took; null before the first. */
      milliseconds: z.nullable(z.number()),
    }),
  ),
  /** Null where the bank makes no backups itself. */
  backups,
  /** The disks of the bank's folders with less than 15 % free. */
  lowDisks: z.array(diskSpace),
  /** The last run of check-books; null before the first. */
  booksCheck: z.optional(z.nullable(booksCheckView)),
})

/** How the bank runs. */
export const systemView = z.object({
  readAt: moment,
  /** The processes that have booked a transfer since they connected: each holds a stripe of the books. */
  processes: z.array(
    z.object({
      stripe: z.number(),
      /** When it connected to the database; null where the database does not tell the program. */
      since: z.nullable(moment),
    }),
  ),
  /** How many batches the processes have booked: two readings give the rate. */
  batchCount: z.number(),
  /** How many wait: for this process the first three, for the whole bank the others. */
  queues: z.object({
    requests: z.number(),
    passwords: z.number(),
    documents: z.number(),
    mail: z.number(),
    scheduledRuns: z.number(),
    resetLinks: z.number(),
  }),
  /** How many seconds the list of all transactions is behind the books; null while it is filled. */
  listSecondsBehind: z.nullable(z.number()),
  databaseBytes: z.number(),
  disks: z.array(diskSpace),
  /** Null where the bank makes no backups itself. */
  backups,
})

/** How much waits for the bank's staff, of each kind. */
export const waitingCounts = z.object({
  accounts: count,
  pendingTransactions: count,
  /** Messages to support with a deadline. */
  dueMessages: count,
  approvals: count,
})

export type OverviewView = z.output<typeof overviewView>
export type SystemView = z.output<typeof systemView>
