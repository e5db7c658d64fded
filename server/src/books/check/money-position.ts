import { type Currency, currencies } from '@bank/ledger/currency'
import type { Connection } from '../../postgres/database.ts'

/** Where the money of a currency is: sums of balances, credits less debits. They add up to zero in books that are in order. */
export type MoneyPosition = {
  readonly currency: Currency
  /** What the bank owes customers on their accounts. */
  readonly accountsMinor: bigint
  /** What it owes them in their pots. */
  readonly potsMinor: bigint
  readonly inTransitMinor: bigint
  /** The bank's own money at other banks: negative. */
  readonly settlementMinor: bigint
  /** What the bank has credited for disputed payments and not taken back: negative. */
  readonly disputesMinor: bigint
}

export function totalOf(position: MoneyPosition): bigint {
  const { accountsMinor, potsMinor, inTransitMinor, settlementMinor, disputesMinor } = position
  return accountsMinor + potsMinor + inTransitMinor + settlementMinor + disputesMinor
}

/** The position of each currency, from the balances of one moment. Reads every ledger account. */
export function readMoneyPositions(db: Pick<Connection, 'query'>): Promise<MoneyPosition[]> {
  const sumOf = (kind: string) => `coalesce(sum(minor) filter (where kind = '${kind}'), 0)`
  return findPositions(
    db,
    // One sum for each row: five of them would take twice as long.
    `select currency, ${sumOf('customer')}, ${sumOf('pot')}, ${sumOf('in_transit')}, ${sumOf('settlement')}, ${sumOf('disputes')}
       from (select currency, kind, sum(balance_minor) as minor from ledger_accounts group by currency, kind) by_kind
      group by currency`,
    [],
  )
}

/** The position that a check of the books has proved. None from a check that found a wrong ledger account, or of an earlier version. */
export function findProvedPositions(
  db: Pick<Connection, 'query'>,
  checkId: bigint,
): Promise<MoneyPosition[]> {
  return findPositions(
    db,
    `select currency, accounts_minor, pots_minor, in_transit_minor, settlement_minor, disputes_minor
       from proved_positions
      where check_id = $1`,
    [checkId],
  )
}

type Row = { currency: Currency } & Readonly<
  Record<'accounts' | 'pots' | 'inTransit' | 'settlement' | 'disputes', string>
>

async function findPositions(
  db: Pick<Connection, 'query'>,
  query: string,
  values: unknown[],
): Promise<MoneyPosition[]> {
  // As texts: in books that were changed behind the program a sum may be longer than a bigint of the database.
  const { rows } = await db.query<Row>(
    `select currency, accounts::text, pots::text, in_transit::text as "inTransit", settlement::text,
            disputes::text
       from (${query}) position (currency, accounts, pots, in_transit, settlement, disputes)`,
    values,
  )
  return rows
    .map(({ currency, accounts, pots, inTransit, settlement, disputes }) => ({
      currency,
      accountsMinor: BigInt(accounts),
      potsMinor: BigInt(pots),
      inTransitMinor: BigInt(inTransit),
      settlementMinor: BigInt(settlement),
      disputesMinor: BigInt(disputes),
    }))
    .sort((a, b) => currencies.indexOf(a.currency) - currencies.indexOf(b.currency))
}
