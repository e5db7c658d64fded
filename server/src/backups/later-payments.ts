import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onOneConnection } from '../postgres/connect-once.ts'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { csvRows } from '../statements/csv-text.ts'
import { writeDurably } from '../storage/durable-file.ts'
import type { ChosenBackup } from './chosen-backup.ts'
import { recoverBackup } from './recovered-backup.ts'

type Payment = {
  readonly id: string
  readonly createdAt: Date
  readonly from: string | null
  readonly to: string | null
  readonly payee: string | null
  readonly amountMinor: bigint
  readonly currency: string
  readonly status: string
}

/**
 * The ids of the payments that a restored database has since `moment`, and a little longer: the clocks of the bank's processes and of
 * its database may differ.
 */
export async function readPaymentIds(address: DatabaseAddress, moment: Date): Promise<Set<string>> {
  return new Set((await readPayments(address, moment)).map(({ id }) => id))
}

/**
 * Recovers the backup once more, in `folder`, to the end of its archive, and writes the payments that are missing in the restored bank
 * to the CSV file `file`. Returns their number, and how many entries were booked and are no longer there: the list lacks their payments.
 * Throws the reason of `unwanted` when that is aborted.
 */
export async function listLaterPayments(
  backup: ChosenBackup,
  {
    moment,
    restored,
    folder,
    file,
    unwanted,
  }: {
    moment: Date
    restored: ReadonlySet<string>
    folder: string
    file: string
    unwanted: AbortSignal | undefined
  },
): Promise<{ count: number; missingEntries: bigint }> {
  const newest = join(folder, 'newest')
  mkdirSync(newest, { mode: 0o700 })
  try {
    const server = await recoverBackup(backup, newest, { fsync: false, unwanted })
    try {
      const payments = await readPayments(server.address, moment)
      const later = payments.filter(({ id }) => !restored.has(id))
      if (later.length > 0) writeDurably(file, csvOf(later))
      return { count: later.length, missingEntries: await countMissingEntries(server.address) }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(newest, { recursive: true, force: true })
  }
}

/** The entries of each ledger account are numbered without gaps, and it knows the number of the last one. */
async function countMissingEntries(address: DatabaseAddress): Promise<bigint> {
  const { rows } = await onOneConnection(address, (connection) =>
    connection.query<{ count: bigint }>(
      `select ((select coalesce(sum(entry_seq), 0) from ledger_accounts) - (select count(*) from entries))::bigint as count`,
    ),
  )
  return rows[0]!.count
}

async function readPayments(address: DatabaseAddress, moment: Date): Promise<Payment[]> {
  const { rows } = await onOneConnection(address, (connection) =>
    connection.query<Payment>(
      `select t.id, t.created_at as "createdAt", f.number as "from", coalesce(c.number, t.beneficiary_account_number) as "to",
              t.beneficiary_name as payee, t.amount_minor as "amountMinor", t.currency, t.status
         from transactions t
         left join accounts f on f.id = t.debit_account_id
         left join accounts c on c.id = t.credit_account_id
        where t.created_at >= $1::timestamptz - interval '1 hour'
        order by t.created_at, t.id`,
      [moment],
    ),
  )
  return rows
}

function csvOf(payments: readonly Payment[]): string {
  return csvRows([
    ['createdAt', 'from', 'to', 'payee', 'amount', 'currency', 'status', 'id'],
    ...payments.map(({ createdAt, from, to, payee, amountMinor, currency, status, id }) => [
      createdAt.toISOString(),
      from ?? '',
      to ?? '',
      payee ?? '',
      amountMinor,
      currency,
      status,
      id,
    ]),
  ])
}
