import { momentText } from '@bank/contract/date-text'
import { countWrongSecrets } from '../../audit/security-event.ts'
import type { Bank } from '../../bank.ts'
import { findLastBooksCheck } from '../../books/check/books-check.ts'
import type { Connection } from '../../postgres/database.ts'
import { findFirstDue } from '../../support/case.ts'
import { sumPending } from '../../transactions/pending-transactions.ts'
import { pendingMax } from './bounded-count.ts'
import { findLargeFundings, fundingSentence } from './large-funding.ts'
import { findLongestWaiting } from './waiting-accounts.ts'

/** What staff are alerted about, in the order of the overview. */
export const alertNames = ['backlog', 'wrong_secrets', 'books', 'fundings'] as const

/** Something that staff should know: its sentences, none while all is well. */
export type StaffAlert = {
  readonly name: (typeof alertNames)[number]
  /** In the subject of its mail. */
  readonly title: string
  readonly sentences: readonly string[]
}

const hour = 3_600_000

/** What staff are alerted about at this moment. */
export async function findStaffAlerts(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  now: Date,
): Promise<StaffAlert[]> {
  const { alerts, timeZone } = config
  const text = (moment: Date) => momentText(moment, timeZone, 'long')
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  const [backlog, wrongSecrets, booksCheckedAt, fundings] = await Promise.all([
    findBacklog(db),
    countWrongSecrets(db, ago(1)),
    findBooksCheckedAt(db),
    findLargeFundings(db, { aboveMinor: alerts.fundingAboveMinor, since: ago(24) }),
  ])
  const isOld = (moment: Date | undefined, hours: number): moment is Date =>
    moment !== undefined && moment <= ago(hours)
  const { pendingSince, waitingSince, messageDueAt } = backlog
  const sentences = {
    backlog: [
      isOld(pendingSince, alerts.backlogHours) &&
        `A transaction has been pending since ${text(pendingSince)}.`,
      isOld(waitingSince, alerts.backlogHours) &&
        `An account has waited for its activation since ${text(waitingSince)}.`,
      isOld(messageDueAt, 0) && `A message was to be answered by ${text(messageDueAt)}.`,
    ].filter((sentence) => sentence !== false),
    wrong_secrets:
      wrongSecrets < alerts.wrongSecrets
        ? []
        : [`${wrongSecrets} wrong PINs and passcodes were entered in the last hour.`],
    books: isOld(booksCheckedAt, alerts.booksHours)
      ? [`The books have not been checked since ${text(booksCheckedAt)}.`]
      : [],
    fundings: fundings.map((funding) => fundingSentence(funding, timeZone)),
  }
  return alertNames.map((name) => ({ name, title: titles[name], sentences: sentences[name] }))
}

const titles: Readonly<Record<StaffAlert['name'], string>> = {
  backlog: 'work has waited for too long',
  wrong_secrets: 'many wrong PINs or passcodes',
  books: 'the books have not been checked',
  fundings: 'a large funding',
}

async function findBacklog(db: Connection) {
  const [pending, [waiting], messageDueAt] = await Promise.all([
    sumPending(db, pendingMax + 1),
    findLongestWaiting(db, 1),
    findFirstDue(db),
  ])
  const [pendingSince] = pending
    .flatMap(({ oldestAt }) => oldestAt ?? [])
    .sort((one, other) => one.getTime() - other.getTime())
  return { pendingSince, waitingSince: waiting?.openedAt, messageDueAt }
}

/** When the last check of the books began; before the first, when the database was made: accounts can be dated back. */
async function findBooksCheckedAt(db: Connection): Promise<Date> {
  const last = await findLastBooksCheck(db)
  if (last) return last.startedAt
  const { rows } = await db.query<{ at: Date }>('select min(applied_at) as at from migrations')
  return rows[0]!.at
}
