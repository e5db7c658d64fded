import type { OverviewView } from '@bank/contract/admin/overview/view'
import { momentText } from '@bank/contract/date-text'
import type { Right } from '@bank/contract/roles/rights'
import { countWrongSecrets } from '../../audit/security-event.ts'
import type { Bank } from '../../bank.ts'
import { findLastBooksCheck } from '../../books/check/books-check.ts'
import type { Connection } from '../../postgres/database.ts'
import { findFirstDue } from '../../support/case.ts'
import { sumPending } from '../../transactions/pending-transactions.ts'
import { pendingMax } from './count-limits.ts'
import { findLargeFundings, fundingSentence } from './large-funding.ts'
import { findLongestWaiting } from './waiting-accounts.ts'

type AlertName = OverviewView['alerts'][number]['name']

/** Something that staff should know: its sentences, none while all is well. */
export type StaffAlert = Kind & { readonly name: AlertName; readonly sentences: readonly string[] }

type Kind = {
  /** In the subject of its mail. */
  readonly title: string
  /** The right of who sees it on the overview: of what it says. */
  readonly shownTo: Right
  /** The right of who gets its mail: of who works on it. */
  readonly mailedTo: Right
}

/** In the order of the overview. */
export const alertKinds: Readonly<Record<AlertName, Kind>> = {
  pending: {
    title: 'a transaction has been pending for too long',
    shownTo: 'read_customers',
    mailedTo: 'settle',
  },
  activations: {
    title: 'an account has waited for too long',
    shownTo: 'read_customers',
    mailedTo: 'activate',
  },
  messages: {
    title: 'a message has not been answered in time',
    shownTo: 'read_messages',
    mailedTo: 'answer_messages',
  },
  wrong_secrets: {
    title: 'many wrong PINs or passcodes',
    shownTo: 'read_audit',
    mailedTo: 'read_audit',
  },
  books: { title: 'the books have not been checked', shownTo: 'read_books', mailedTo: 'check_books' },
  fundings: { title: 'a large funding', shownTo: 'read_books', mailedTo: 'read_books' },
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
  const { backlogHours } = alerts
  const sentences: Readonly<Record<AlertName, string[]>> = {
    pending: isOld(pendingSince, backlogHours)
      ? [`A transaction has been pending since ${text(pendingSince)}.`]
      : [],
    activations: isOld(waitingSince, backlogHours)
      ? [`An account has waited for its activation since ${text(waitingSince)}.`]
      : [],
    messages: isOld(messageDueAt, 0) ? [`A message was to be answered by ${text(messageDueAt)}.`] : [],
    wrong_secrets:
      wrongSecrets < alerts.wrongSecrets
        ? []
        : [`${wrongSecrets} wrong PINs and passcodes were entered in the last hour.`],
    books: isOld(booksCheckedAt, alerts.booksHours)
      ? [`The books have not been checked since ${text(booksCheckedAt)}.`]
      : [],
    fundings: fundings.map((funding) => fundingSentence(funding, timeZone)),
  }
  return Object.entries(alertKinds).map(([name, kind]) => ({
    name: name as AlertName,
    ...kind,
    sentences: sentences[name as AlertName],
  }))
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
