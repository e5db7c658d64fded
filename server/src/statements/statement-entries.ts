import type { Told } from '@bank/contract/transactions/description-texts'
import type { Status } from '@bank/ledger/transaction-status'
import {
  type BeneficiaryRow,
  beneficiaryColumns,
  beneficiaryOf,
  referenceOf,
} from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'

/** An entry on a customer's account with the facts for its statement line. Amounts in minor units, + in, - out. */
export type StatementEntry = {
  readonly seq: bigint
  readonly amountMinor: bigint
  readonly balanceMinor: bigint
  readonly bookedAt: Date
  readonly transactionId: string
  /** True for the transaction's first posting, false for one of a status change. */
  readonly isFirst: boolean
  /** True on the side that pays. */
  readonly isPayer: boolean
  /** What the account's side is told. */
  readonly told: Told
  /** What the sender wrote for the payee. */
  readonly reference: string | null
  readonly status: Status
}

/** The totals of a range of entries. */
export type EntryTotals = {
  readonly count: bigint
  readonly inMinor: bigint
  readonly outMinor: bigint
  /** The number of entries whose balance does not follow from the one before. */
  readonly broken: bigint
}

/** Totals the entries after one number, up to and including another, and checks that their balances follow. */
export async function sumEntries(
  db: Connection,
  accountId: bigint,
  { after, last, balanceMinor }: { after: bigint; last: bigint; balanceMinor: bigint },
): Promise<EntryTotals> {
  // Sums of bigints are numerics, which the driver gives as text.
  const { rows } = await db.query<{ count: bigint; in: string; out: string; broken: bigint }>({
    name: 'sum-entries',
    text: `
      select count(*) as count,
             coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::text as in,
             coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::text as out,
             count(*) filter (where balance_minor <> before + amount_minor) as broken
        from (
          select amount_minor, balance_minor,
                 lag(balance_minor, 1, $4::bigint) over (order by seq) as before
            from entries
           where ledger_account_id = $1 and seq > $2 and seq <= $3
        ) entry`,
    values: [accountId, after, last, balanceMinor],
  })
  const { count, in: moneyIn, out, broken } = rows[0]!
  return { count, broken, inMinor: BigInt(moneyIn), outMinor: BigInt(out) }
}

/** The entries after one number, up to and including another, in order. Numbers have no gaps, so the caller knows how many there are. */
export async function readEntries(
  db: Connection,
  accountId: bigint,
  { after, last }: { after: bigint; last: bigint },
): Promise<StatementEntry[]> {
  const { rows } = await db.query<EntryRow>({
    name: 'read-statement-entries',
    // A transaction's first posting has its id: only the other postings are looked up.
    text: `
      select entry.seq, entry.amount_minor as "amountMinor", entry.balance_minor as "balanceMinor",
             entry.booked_at as "bookedAt", t.id as "transactionId", t.status,
             later.id is null as "isFirst",
             t.debit_account_id is not distinct from $1 as "isPayer",
             t.kind, ${beneficiaryColumns},
             case when t.debit_account_id = $1 then t.debit_detail else t.credit_detail end as detail,
             ${referenceOf('t')} as reference
        from entries entry
        left join transactions first on first.id = entry.posting_id
        left join postings later on later.id = case when first.id is null then entry.posting_id end
        join transactions t on t.id = coalesce(first.id, later.transaction_id)
       where entry.ledger_account_id = $1 and entry.seq > $2 and entry.seq <= $3
       order by entry.seq`,
    values: [accountId, after, last],
  })
  return rows.map(({ kind, detail, ...row }) => ({
    seq: row.seq,
    amountMinor: row.amountMinor,
    balanceMinor: row.balanceMinor,
    bookedAt: row.bookedAt,
    transactionId: row.transactionId,
    isFirst: row.isFirst,
    isPayer: row.isPayer,
    told: { kind, detail, beneficiary: beneficiaryOf(row) },
    reference: row.reference,
    status: row.status,
  }))
}

type EntryRow = Omit<StatementEntry, 'told'> & BeneficiaryRow & Pick<Told, 'kind' | 'detail'>
