import type { Currency } from '@bank/ledger/currency'
import type { Kind } from '@bank/ledger/kind'
import { kindNames, kinds } from '@bank/ledger/kinds'
import type { LedgerAccount } from '@bank/ledger/ledger-account'
import type { Entry } from '@bank/ledger/posting'
import { accountFault, type CheckedEntry, entryFault, noEntry, totalsFault } from '@bank/ledger/trial-balance'
import { entryColumns } from '../rows/entries.ts'
import { type LedgerAccountRow, ledgerAccountColumns, ledgerAccountOf } from '../rows/ledger-accounts.ts'
import { type CheckResult, limitOf, type Reader, type Slice } from './check-result.ts'
import { readMoneyPositions, totalOf } from './money-position.ts'
import { groupedByKey, pagedRows } from './paged-rows.ts'

/** The entries of a ledger account that are proved. A slice may end between two of them: they are never changed. */
type Checked = { readonly accountId: bigint; readonly reached: CheckedEntry }

// Ids are larger. The first entry of each ledger account is its number 1.
const beforeAll: Checked = { accountId: -(2n ** 63n), reached: noEntry }

/** Proves each ledger account from its entries, the sum of each currency, and what the bank owes its customers. Counts entries. */
export async function checkLedgerAccounts(
  connection: Reader,
  slice: Slice<Checked>,
): Promise<CheckResult<Checked>> {
  const begin = slice.after ?? beforeAll
  const entries = groupedByKey(
    pagedRows<Entry>(connection, slice, 'entries_in_order', entriesInOrder, [
      begin.accountId,
      begin.reached.seq,
      limitOf(slice),
    ]),
    ({ ledgerAccountId }) => ledgerAccountId.toString(),
  )
  let rows = 0
  let whole = 0
  const accounts = ledgerAccountsFrom(connection, begin.accountId, slice)
  for await (const row of accounts) {
    const stray = await entriesWithoutAccount(entries.next, row.id)
    if (stray) return { rows, fault: stray }
    const account = ledgerAccountOf(row)
    let reached = row.id === begin.accountId ? begin.reached : noEntry
    for await (const entry of entries.take(row.id.toString())) {
      const fault = entryFault(account, reached, entry)
      if (fault) return { rows, fault }
      reached = entry
      rows++
      if (rows === slice.rowsMax) return { rows, fault: null, next: { accountId: row.id, reached } }
    }
    const fault = accountFault(account, reached) ?? ownerFault(row) ?? closedFault(account) ?? heldFault(row)
    if (fault) return { rows, fault }
    // Many accounts may have no entries.
    if (row.id !== begin.accountId && ++whole === slice.rowsMax) {
      return { rows, fault: null, next: { accountId: row.id, reached } }
    }
  }
  const stray = (await entriesWithoutAccount(entries.next, null)) ?? (await movedHeldFault(connection))
  return stray ? { rows, fault: stray } : { rows, ...(await checkTotals(connection)) }
}

/** Proves the sums of all balances, which are those of one moment even where the entries were proved in slices. */
async function checkTotals(connection: Reader): Promise<Pick<CheckResult, 'fault' | 'positions'>> {
  const positions = await readMoneyPositions(connection)
  const totals = positions.map((position) => [position.currency, totalOf(position)] as const)
  return { fault: totalsFault(new Map(totals)), positions }
}

type AccountRow = LedgerAccountRow & OwnerRow

type OwnerRow = {
  kind: string
  owner_currency: Currency | null
  pot_currency: Currency | null
  /** The sum of the holds that are not lifted; null for none. */
  open_holds: bigint | null
}

/** Ledger accounts by id, from one on. The entries of a slice may be those of one account or of many, so that it reads few at a time. */
async function* ledgerAccountsFrom(
  connection: Reader,
  first: bigint,
  slice: Slice<unknown>,
): AsyncGenerator<AccountRow> {
  const limit = slice.rowsMax === Number.POSITIVE_INFINITY ? null : accountsOfPage
  for (let from = first, isOver = false; !isOver; ) {
    let count = 0
    const values = [from, limit]
    for await (const row of pagedRows<AccountRow>(
      connection,
      slice,
      'accounts_in_order',
      accountsInOrder,
      values,
    )) {
      yield row
      from = row.id + 1n
      count++
    }
    isOver = count !== limit
  }
}

const accountsOfPage = 100

const entriesInOrder = `
  select ${entryColumns} from entries
   where (ledger_account_id, seq) > ($1::bigint, $2::bigint)
   order by ledger_account_id, seq
   limit $3`

const accountsInOrder = `
  select ${ledgerAccountColumns}, a.currency as owner_currency, o.currency as pot_currency, h.open_holds
    from ledger_accounts l
    left join accounts a on a.id = l.id
    left join pots p on p.id = l.id
    left join accounts o on o.id = p.account_id
    left join (select account_id, sum(amount_minor)::bigint as open_holds
                 from holds where lifted_at is null group by account_id) h on h.account_id = l.id
   where l.id >= $1
   order by l.id
   limit $2`

/**
 * A customer's ledger account has a floor of zero and an account in the same currency, and a pot's one belongs to such an account.
 * An internal one has neither.
 */
function ownerFault(account: AccountRow): string | null {
  const { id, kind, currency, floor_minor, owner_currency, pot_currency } = account
  const row = `ledger account ${id}`
  if (kind !== 'customer' && owner_currency !== null) {
    const owner = kind === 'pot' ? "a pot's" : "the bank's own"
    return `${row} is ${owner}, but a customer's account has its number`
  }
  if (kind !== 'pot' && pot_currency !== null) return `${row} is no pot's, but a pot has its number`
  if (kind !== 'customer' && kind !== 'pot') return null
  const owner = kind === 'pot' ? 'pot' : 'account'
  const ownerCurrency = kind === 'pot' ? pot_currency : owner_currency
  if (floor_minor !== 0n) return `${row} is a customer's, but may fall to ${floor_minor}`
  if (ownerCurrency === null) return `${row} is a customer's, but no ${owner} has its number`
  return ownerCurrency === currency ? null : `${row} is in ${currency}, but its ${owner} in ${ownerCurrency}`
}

/** Nothing is booked on a closed ledger account, which was empty when it was closed. */
function closedFault({ id, isClosed, balanceMinor }: LedgerAccount): string | null {
  return isClosed && balanceMinor !== 0n ? `ledger account ${id} is closed, but has ${balanceMinor}` : null
}

/** What is held on a ledger account is the sum of its holds. */
function heldFault({ id, held_minor, open_holds }: AccountRow): string | null {
  if (held_minor === open_holds) return null
  return `${held_minor ?? 0n} is held on ledger account ${id}, but its holds come to ${open_holds ?? 0n}`
}

/** Proves that what customers have moved left what was held then. What the bank instructs may use it, and so may a change of a status. */
async function movedHeldFault(connection: Reader): Promise<string | null> {
  const { rows } = await connection.query<{ account_id: bigint; seq: bigint; balance: bigint; held: bigint }>(
    movedHeld,
    [kindNames.filter((name) => !(kinds[name] as Kind).instructedBy.includes('bank'))],
  )
  const [row] = rows
  if (!row) return null
  return `entry ${row.seq} of ledger account ${row.account_id} left ${row.balance} of ${row.held} that were held`
}

const movedHeld = `
  select h.account_id, e.seq, e.balance_minor as balance, sum(h.amount_minor)::bigint as held
    from holds h
    join entries e on e.ledger_account_id = h.account_id and e.seq > h.placed_seq
                  and (h.lifted_seq is null or e.seq <= h.lifted_seq) and e.amount_minor < 0
    join transactions t on t.id = e.posting_id and t.kind = any($1::text[])
   group by 1, 2, 3
  having e.balance_minor < sum(h.amount_minor)
   order by 1, 2
   limit 1`

/** The fault of an entry whose ledger account does not exist. */
async function entriesWithoutAccount(
  next: () => Promise<string | undefined>,
  before: bigint | null,
): Promise<string | null> {
  const id = await next()
  if (id === undefined || (before !== null && BigInt(id) >= before)) return null
  return `ledger account ${id} is missing, but has entries`
}
