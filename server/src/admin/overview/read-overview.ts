import { activationHours } from '@bank/contract/accounts/state'
import { hasRight, type Right } from '@bank/contract/roles/rights'
import { formatMinor } from '@bank/ledger/money'
import { areJobsPaused } from '../../backups/paused-jobs.ts'
import { findLastBooksCheck } from '../../books/check/books-check.ts'
import type { Verb } from '../../call.ts'
import { findJobReports } from '../../jobs/job-report.ts'
import { countUnsentMail } from '../../mail/outgoing-mail.ts'
import type { Connection } from '../../postgres/database.ts'
import { type Disks, isLow } from '../../storage/disk-space.ts'
import { countDueCases, findCases } from '../../support/case.ts'
import { findOldestPending, sumPending } from '../../transactions/pending-transactions.ts'
import { countWaitingApprovals } from '../approvals/approval.ts'
import { checkView } from '../position/position-views.ts'
import { recordListOpened } from '../users/user-opened.ts'
import { backupsView } from './backup-progress.ts'
import { countMax, exact, pendingMax } from './count-limits.ts'
import { jobViews } from './job-states.ts'
import { findStaffAlerts } from './staff-alert.ts'
import { countWaitingAccounts, findLongestWaiting } from './waiting-accounts.ts'

const hour = 3_600_000
const activationMilliseconds = activationHours * hour
const recentMilliseconds = 7 * 24 * hour

const rowsMax = 5

/** What waits for the bank's staff, each with its most urgent rows, as far as the role may read it. Writes an audit event. */
export const readOverview: Verb<'readOverview'> = async ({ bank, actor, now }) => {
  const { db, config } = bank
  await recordListOpened(bank, { actorId: actor.userId, action: 'overview_opened', now })
  const may = (right: Right) => hasRight(actor.role, right)
  const [
    alerts,
    activations,
    pendingTransactions,
    approvals,
    supportMessages,
    mail,
    arePaused,
    reports,
    lowDisks,
    booksCheck,
  ] = await Promise.all([
    findStaffAlerts(bank, now),
    readActivations(db, now),
    readPendingTransactions(db),
    may('read_approvals') ? countWaitingApprovals(db, { now, countMax: countMax + 1 }) : undefined,
    may('read_messages') ? readSupportMessages(db, now) : undefined,
    may('read_mail') ? readMail(db, { isOff: config.mail.by === 'outbox', now }) : undefined,
    areJobsPaused(db),
    findJobReports(db),
    readLowDisks(bank.disks),
    may('read_books') ? readBooksCheck(db) : undefined,
  ])
  return {
    alerts: alerts
      .filter(({ sentences, shownTo }) => sentences.length > 0 && may(shownTo))
      .map(({ name, sentences }) => ({ name, sentences: [...sentences] })),
    activations,
    pendingTransactions,
    approvals: approvals === undefined ? undefined : exact(approvals),
    supportMessages,
    mail,
    areJobsPaused: arePaused && !bank.isReadOnly,
    // In a read-only bank none runs: those of the restored bank would all be late.
    jobs: bank.isReadOnly ? [] : jobViews(reports, now),
    backups: backupsView(bank, now),
    lowDisks,
    booksCheck,
  }
}

async function readActivations(db: Connection, now: Date) {
  const openedBefore = new Date(now.getTime() - activationMilliseconds)
  const [{ count, overdueCount }, users] = await Promise.all([
    countWaitingAccounts(db, { openedBefore, countMax: countMax + 1 }),
    findLongestWaiting(db, rowsMax),
  ])
  return {
    count: exact(count),
    overdueCount: exact(overdueCount),
    users: users.map(({ id, name, openedAt }) => ({
      id,
      name,
      dueAt: new Date(openedAt.getTime() + activationMilliseconds),
    })),
  }
}

async function readPendingTransactions(db: Connection) {
  const limits = { limit: rowsMax, countMax: pendingMax + 1 }
  const [sums, oldest] = await Promise.all([sumPending(db, limits.countMax), findOldestPending(db, limits)])
  const count = sums.reduce((total, sum) => total + sum.count, 0)
  const isCounted = count <= pendingMax
  return {
    count: isCounted ? count : null,
    sums: sums
      .filter((sum) => sum.amountMinor !== 0n)
      .map((sum) => ({
        currency: sum.currency,
        amount: formatMinor(sum.amountMinor),
        count: isCounted ? sum.count : null,
      })),
    // Among uncounted ones an older one may be missing.
    oldest: (isCounted ? oldest : []).map(({ userId, userName, amountMinor, ...row }) => ({
      ...row,
      user: { id: userId, name: userName },
      amount: formatMinor(amountMinor),
    })),
  }
}

async function readSupportMessages(db: Connection, now: Date) {
  const [{ count, overdueCount }, due] = await Promise.all([
    countDueCases(db, { now, countMax: countMax + 1 }),
    findCases(db, { list: 'due', after: undefined, limit: rowsMax }),
  ])
  return {
    count: exact(count),
    overdueCount: exact(overdueCount),
    due: due.map(({ id, subject, email, dueAt }) => ({ id, subject, email, dueAt: dueAt! })),
  }
}

async function readMail(db: Connection, { isOff, now }: { isOff: boolean; now: Date }) {
  const givenUpSince = new Date(now.getTime() - recentMilliseconds)
  const mail = await countUnsentMail(db, { isOff, givenUpSince, countMax: countMax + 1 })
  return {
    isOff,
    waitingCount: exact(mail.waitingCount),
    retryingCount: exact(mail.retryingCount),
    givenUpCount: exact(mail.givenUpCount),
  }
}

async function readBooksCheck(db: Connection) {
  const check = await findLastBooksCheck(db)
  return check ? checkView(check) : null
}

async function readLowDisks(disks: Disks) {
  const spaces = [...(await disks.read())].filter(([, space]) => isLow(space))
  return spaces.map(([folder, space]) => ({ folder, ...space }))
}
