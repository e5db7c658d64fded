import { randomUUID } from 'node:crypto'
import type { StatusPreview } from '@bank/contract/admin/transactions/view'
import { decide } from '@bank/ledger/decide'
import { kinds } from '@bank/ledger/kinds'
import { formatMinor } from '@bank/ledger/money'
import type { Snapshot } from '@bank/ledger/snapshot'
import type { Transaction } from '@bank/ledger/transaction'
import { type Status, statuses } from '@bank/ledger/transaction-status'
import { refusalOf } from '../../books/refusal-of.ts'
import { findStatusChanges } from '../../books/rows/status-changes.ts'
import { findTakenBack } from '../../books/rows/taken-back.ts'
import type { Verb } from '../../call.ts'
import type { Config } from '../../config/config.ts'
import { findDisputeOf, readDisputableMinor } from '../../disputes/dispute.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { readStatusHistory } from '../../transactions/transaction.ts'
import { recordUserOpened } from '../users/user-opened.ts'
import { findRoute, type RouteAccount } from './route-accounts.ts'

/**
 * What each change of a transaction's status would do to the balances of its customers' accounts now. The ledger decides on the present rows
 * without locks, so a later change may be decided otherwise. Writes an audit event for each customer whose balance is shown.
 */
export const previewStatus: Verb<'previewStatus'> = async ({ bank, actor, params, now }) => {
  const found = await findRoute(bank.db, params.id)
  if (!found) throw new Refusal('transaction_not_found')
  const { transaction, accounts } = found
  if (accounts.some(({ owner }) => owner?.id === actor.userId)) throw new Refusal('own_account_edited')
  for (const { owner } of accounts) {
    if (owner) await recordUserOpened(bank, { actorId: actor.userId, userId: owner.id, now })
  }
  const [history, takenBack, statusChanges, disputableMinor] = await Promise.all([
    readStatusHistory(bank.db, transaction.id),
    findTakenBack(bank.db, transaction.id),
    findStatusChanges(bank.db, transaction.id),
    kinds[transaction.kind].mayBeDisputed ? disputableMinorOf(bank.db, transaction, now) : 0n,
  ])
  return {
    status: transaction.status,
    history,
    takenBack: formatMinor(takenBack.get(transaction.id) ?? 0n),
    disputable: disputableMinor > 0n ? formatMinor(disputableMinor) : null,
    changes: statuses.map((status) =>
      previewOf(transaction, accounts, {
        takenBack,
        statusChanges,
        status,
        madeBy: actor.userId,
        now,
        config: bank.config,
      }),
    ),
  }
}

async function disputableMinorOf(db: Connection, transaction: Transaction, now: Date): Promise<bigint> {
  const last = await findDisputeOf(db, transaction.id)
  return readDisputableMinor(db, { transaction, last, now })
}

type Wish = Pick<Snapshot, 'takenBack' | 'statusChanges'> & {
  readonly status: Status
  readonly madeBy: string
  readonly now: Date
  readonly config: Config
}

function previewOf(
  transaction: Transaction,
  accounts: readonly RouteAccount[],
  { takenBack, statusChanges, status, madeBy, now, config }: Wish,
): StatusPreview['changes'][number] {
  const { id, route, currency, amountMinor, debitAccountId } = transaction
  const { outcomes, rows } = decide(
    {
      ledgerAccounts: new Map(accounts.map(({ ledgerAccount }) => [ledgerAccount.id, ledgerAccount])),
      transactions: new Map([[id, transaction]]),
      postings: new Map(),
      noOpStatusChanges: new Map(),
      senders: new Map(),
      takenBack,
      statusChanges,
      // Whatever staff set releases it, and moves the same.
      releases: new Map(),
    },
    [{ type: 'change_status', changeId: randomUUID(), transactionId: id, route, status, madeBy }],
    now.getTime(),
  )
  const [outcome] = outcomes
  const refusal = outcome && 'refusal' in outcome ? outcome.refusal : null
  return {
    status,
    refusal: refusal && refusalOf(refusal, { config, limitMinor: amountMinor, currency, now }).message,
    balances: accounts.flatMap(({ ledgerAccount, owner }) => {
      if (!owner) return []
      const { accountNumber, ...user } = owner
      const booked = rows.ledgerAccounts.find((row) => row.id === ledgerAccount.id)
      const after = (booked ?? ledgerAccount).balanceMinor
      return {
        user,
        accountNumber,
        isSender: ledgerAccount.id === debitAccountId,
        before: formatMinor(ledgerAccount.balanceMinor),
        after: refusal ? null : formatMinor(after),
      }
    }),
  }
}
