import type { PoolClient } from 'pg'
import { ownLedgerAccounts, type Pot } from './pot.ts'

/** An entry of an account that round-up looks at. */
export type Roundable = {
  readonly seq: bigint
  readonly postingId: string
  /** It is the first posting of a transfer from the account to another person. */
  readonly isTransfer: boolean
  /** Minor units, positive. */
  readonly amountMinor: bigint
}

/** The entries of a pot's account after one, oldest first. */
export async function findRoundable(
  connection: PoolClient,
  { accountId, ownerId }: Pick<Pot, 'accountId' | 'ownerId'>,
  { after, limit }: { after: bigint; limit: number },
): Promise<Roundable[]> {
  const { rows } = await connection.query<Roundable>(
    `select e.seq, p.id as "postingId", abs(e.amount_minor) as "amountMinor",
            p.id = t.id and t.debit_account_id = e.ledger_account_id
              and t.destination_ledger_account_id not in (${ownLedgerAccounts('$4::uuid')}) as "isTransfer"
       from entries e
       join postings p on p.id = e.posting_id
       join transactions t on t.id = p.transaction_id
      where e.ledger_account_id = $1 and e.seq > $2
      order by e.seq
      limit $3`,
    [accountId, after, limit, ownerId],
  )
  return rows
}
