import { accountKeyOf, type OwnBank } from '@bank/contract/beneficiaries/account-key'
import type { BeneficiaryForm } from '@bank/contract/beneficiaries/form'
import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

const columns = `id, name, account_name as "accountName", account_number as "accountNumber", bank_name as "bankName",
  bank_address as "bankAddress", swift_code as "swiftCode", routing_number as "routingNumber"`

/** A user's saved beneficiaries, sorted by name. */
export async function findBeneficiaries(db: Connection, userId: string): Promise<SavedBeneficiary[]> {
  const { rows } = await db.query<SavedBeneficiary>({
    name: 'find-beneficiaries',
    text: `select ${columns} from beneficiaries where user_id = $1 order by id`,
    values: [userId],
  })
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/**
 * Saves a beneficiary of a user. The same account at the same bank is one row with the latest spelling; it keeps its name
 * unless another is given.
 */
export async function storeBeneficiary(
  connection: PoolClient,
  userId: string,
  { form, bank }: { form: BeneficiaryForm; bank: OwnBank },
  now: Date,
): Promise<SavedBeneficiary> {
  const { rows } = await connection.query<SavedBeneficiary>(
    `insert into beneficiaries as saved
       (id, user_id, name, account_name, account_number, bank_name, bank_address, swift_code, routing_number,
        account_key, saved_at)
     values ($1, $2, coalesce($3, $4), $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (user_id, account_key) do update set
       name           = coalesce($3, saved.name),
       account_name   = excluded.account_name,
       account_number = excluded.account_number,
       bank_name      = excluded.bank_name,
       bank_address   = excluded.bank_address,
       swift_code     = excluded.swift_code,
       routing_number = excluded.routing_number,
       saved_at       = excluded.saved_at
     returning ${columns}`,
    [
      timeOrderedId(now),
      userId,
      form.name ?? null,
      form.account_name,
      form.account_number,
      form.bank_name,
      form.bank_address,
      form.swift_code,
      form.routing_number,
      accountKeyOf(form, bank),
      now,
    ],
  )
  return rows[0]!
}

export async function countBeneficiaries(connection: PoolClient, userId: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    'select count(*)::int as count from beneficiaries where user_id = $1',
    [userId],
  )
  return rows[0]!.count
}

/** Renames a user's beneficiary; false when the user has none with this id. */
export async function setBeneficiaryName(
  db: Connection,
  { id, userId, name }: { id: string; userId: string; name: string },
): Promise<boolean> {
  const { rowCount } = await db.query('update beneficiaries set name = $3 where id = $1 and user_id = $2', [
    id,
    userId,
    name,
  ])
  return rowCount === 1
}

/** Deletes a user's beneficiary; false when the user has none with this id. */
export async function deleteBeneficiary(
  db: Connection,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await db.query('delete from beneficiaries where id = $1 and user_id = $2', [
    id,
    userId,
  ])
  return rowCount === 1
}
