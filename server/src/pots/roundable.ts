import { kinds, kindsThat } from '@bank/ledger/kinds'
import type { Transaction } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import { derivedId } from '../books/derived-id.ts'
import { readTransactions, type TransactionRow, transactionOf } from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'
import { isTakenBack, mayComeBack, releasedKinds } from '../transactions/release.ts'
import type { Pot } from './pot.ts'

/** An entry of an account that round-up looks at. */
export type Roundable = {
  readonly seq: bigint
  readonly postingId: string
  /** It is the first posting of a transaction from the account whose kind is rounded up, and its sender did not take it back. */
  readonly isTransfer: boolean
  /** Its sender can still take it back. */
  readonly isUnreleased: boolean
  /** Minor units, positive. */
  readonly amountMinor: bigint
}

/** The entries of a pot's account after one, oldest first. What was made until `releasedUntil` is released. */
export async function findRoundable(
  connection: PoolClient,
  { accountId }: Pick<Pot, 'accountId'>,
  { after, limit, releasedUntil }: { after: bigint; limit: number; releasedUntil: Date | null },
): Promise<Roundable[]> {
  const { rows } = await connection.query<Roundable>(
    `select e.seq, p.id as "postingId", abs(e.amount_minor) as "amountMinor",
            p.id = t.id and t.debit_account_id = e.ledger_account_id
              and t.kind = any($4::text[]) and not ${isTakenBack} as "isTransfer",
            p.id = t.id and ${mayComeBack('$5', '$6')} as "isUnreleased"
       from entries e
       join postings p on p.id = e.posting_id
       join transactions t on t.id = p.transaction_id
      where e.ledger_account_id = $1 and e.seq > $2
      order by e.seq
      limit $3`,
    [accountId, after, limit, kindsThat('isRoundedUp'), releasedUntil, releasedKinds],
  )
  return rows
}

/** The id of the movement that rounds a transfer up into a pot: the same in every process. */
export function roundUpIdOf(openingId: string, transactionId: string): string {
  return derivedId(`round-up ${openingId} ${transactionId}`)
}

/** The movement that rounded a transaction of an account up, into whichever of its pots; undefined when none did. */
export async function findRoundUpOf(
  db: Connection,
  { id, kind, debitAccountId }: Pick<Transaction, 'id' | 'kind' | 'debitAccountId'>,
  accountId: bigint,
): Promise<Transaction | undefined> {
  if (debitAccountId !== accountId || !kinds[kind].isRoundedUp) return undefined
  const { rows: pots } = await db.query<{ opening_id: string }>({
    name: 'find-pot-openings',
    text: 'select opening_id from pots where account_id = $1',
    values: [accountId],
  })
  if (pots.length === 0) return undefined
  const ids = pots.map(({ opening_id }) => roundUpIdOf(opening_id, id))
  const { rows } = await db.query<TransactionRow>({ ...readTransactions, values: [ids] })
  return rows[0] && transactionOf(rows[0])
}
