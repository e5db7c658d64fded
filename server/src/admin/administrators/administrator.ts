import { rolesWith, staffRoles } from '@bank/contract/roles/rights'
import type { StaffRole } from '@bank/contract/roles/role'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import { deactivated } from '../../accounts/account.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import type { Reader } from '../../mail/letter.ts'
import type { Connection } from '../../postgres/database.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { insertCustomer } from '../../registration/customer.ts'
import type { HeldRole } from '../../users/role.ts'
import { replacePasscode } from '../passcode/passcode.ts'

/** The credentials of a new administrator. All administrators share the passcode; undefined leaves it unchanged. */
export type NewAdministrator = {
  readonly email: string
  readonly password: string
  readonly passcode: string | undefined
}

export async function hasAdministrator(db: Connection): Promise<boolean> {
  const { rows } = await db.query(`select from users where role = 'administrator' limit 1`)
  return rows.length > 0
}

/** The user id of the administrator with this e-mail; undefined when there is none. */
export async function findAdministrator(db: Connection, email: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from users where email = $1 and role = 'administrator'`,
    [email],
  )
  return rows[0]?.id
}

/** SQL that is true for a user of the table `u` whose role can give roles and has no end. */
const lasting = `u.role in (${rolesWith('give_roles')
  .map((role) => `'${role}'`)
  .join()}) and u.role_until is null`

/**
 * True when a user is left who can give roles, whose role has no end, and whose account is active or was never activated. Because
 * there always is, a role that can give roles never ends by time while it is the last.
 */
export async function hasLastingAdministrator(connection: PoolClient): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from users u join accounts a on a.user_id = u.id and a.is_main
      where ${lasting} and not (${deactivated('a')})
      limit 1`,
  )
  return rowCount === 1
}

/** False when a deactivated user can give roles without an end, and no other one who can has an active account. */
export async function keepsActiveAdministrator(db: Connection, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ leaves: boolean }>(
    `select not exists (select from users u where u.id = $1 and ${lasting})
         or exists (select from users u join accounts a on a.user_id = u.id and a.is_main
                     where ${lasting} and a.is_active) as leaves`,
    [userId],
  )
  return rows[0]!.leaves
}

/** Who works for the bank, as the page of administrators shows them. */
export type StaffMember = Reader &
  HeldRole & {
    readonly id: string
    readonly role: StaffRole
    readonly isActive: boolean
    readonly activatedAt: Date | null
    readonly declinedAt: Date | null
    readonly closedAt: Date | null
    readonly twoFactorSince: Date | null
    /** Of an open session, or the last entry in the audit log. */
    readonly lastSeenAt: Date | null
  }

// More than a bank of this size has; the widest roles come first.
const staffMax = 500

/** The staff at a moment, by role, the widest first, and by name. */
export async function findStaff(db: Connection, now: Date): Promise<StaffMember[]> {
  const { rows } = await db.query<StaffMember>(
    `select u.id, u.name, u.email, u.role, u.role_until as "roleUntil", a.is_active as "isActive",
            a.activated_at as "activatedAt", a.declined_at as "declinedAt", l.closed_at as "closedAt",
            (select t.turned_on_at from authenticators t where t.user_id = u.id) as "twoFactorSince",
            greatest((select max(s.last_seen_at) from sessions s where s.user_id = u.id),
                     (select e.happened_at from audit_events e where e.actor_id = u.id
                       order by e.happened_at desc, e.seq desc limit 1)) as "lastSeenAt"
       from users u
       join accounts a on a.user_id = u.id and a.is_main
       join ledger_accounts l on l.id = a.id
      where u.role <> 'customer' and (u.role_until is null or u.role_until > $1)
      order by array_position($2::text[], u.role) desc, u.name, u.id
      limit $3`,
    [now, staffRoles, staffMax],
  )
  return rows
}

/** The names and addresses of all who can give roles, deactivated ones too. */
export async function findRoleGivers(db: Connection): Promise<Reader[]> {
  const { rows } = await db.query<Reader>('select name, email from users where role = any ($1)', [
    rolesWith('give_roles'),
  ])
  return rows
}

/** The addresses and roles of the staff who can work at a moment. */
export async function findWorkingStaff(
  db: Connection,
  now: Date,
): Promise<Pick<StaffMember, 'email' | 'role'>[]> {
  const { rows } = await db.query<Pick<StaffMember, 'email' | 'role'>>(
    `select u.email, u.role from users u join accounts a on a.user_id = u.id and a.is_main
      where u.role <> 'customer' and (u.role_until is null or u.role_until > $1) and not (${deactivated('a')})
      order by u.email
      limit $2`,
    [now, staffMax],
  )
  return rows
}

/**
 * Inserts an administrator, who is also a customer with an inactive account and no PIN (departure 20). Returns false when a user
 * has the e-mail already.
 */
export async function addAdministrator(
  { db, passwords, keys }: Pick<Bank, 'db' | 'passwords' | 'keys'>,
  { email, password, passcode }: NewAdministrator,
  now: Date,
): Promise<boolean> {
  const passwordHash = await passwords.hash(password)
  const passcodeHash = passcode === undefined ? undefined : await passwords.hash(passcode)
  return inTransaction(db, async (connection) => {
    const made = await insertCustomer(
      connection,
      keys.pinKey,
      {
        ...unknownProfile,
        id: timeOrderedId(now),
        email: email.trim().toLowerCase(),
        passwordHash,
        role: 'administrator',
      },
      now,
    )
    if (!made) return false
    if (passcodeHash !== undefined) {
      await replacePasscode(connection, { passcodeHash, updatedBy: null, keptSessionKey: null, now })
    }
    const details = { passcodeSet: passcodeHash !== undefined }
    const event = { actorId: null, action: 'administrator_made' as const, target: made.userId, details, now }
    await recordAudit(connection, event)
    return true
  })
}

const notProvided = 'Not provided'

const unknownProfile = {
  name: 'Administrator',
  phone: notProvided,
  dob: null,
  gender: notProvided,
  employmentStatus: notProvided,
  country: notProvided,
  street: notProvided,
  city: notProvided,
  state: notProvided,
  zip: notProvided,
  accountType: 'checking',
  currency: 'USD',
  pin: null,
} as const
