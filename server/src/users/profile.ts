import type { ContactForm, CorrectionForm } from '@bank/contract/profile/form'
import type { Role } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import type { Profile } from './user.ts'

/** A user's details, read under a lock. */
export type StoredProfile = Profile & {
  readonly id: string
  readonly email: string
  /** When the user or staff confirmed the e-mail; null until then. */
  readonly emailConfirmedAt: Date | null
  readonly role: Role
  /** Goes up with every change of the details. */
  readonly version: number
}

/** Reads a user's details and locks the user until the transaction ends; undefined when there is no such user. */
export async function lockProfile(connection: PoolClient, id: string): Promise<StoredProfile | undefined> {
  const { rows } = await connection.query<StoredProfile>(
    `select id, email, email_confirmed_at as "emailConfirmedAt", role, profile_version as version, name, phone, dob, gender,
            employment_status as "employmentStatus", country, street, city, state, zip
       from users
      where id = $1
        for no key update`,
    [id],
  )
  return rows[0]
}

/** Replaces a user's details and increments their version. Lock the profile first. */
export async function updateProfile(connection: PoolClient, id: string, profile: Profile): Promise<void> {
  const { name, phone, dob, gender, employmentStatus, country, street, city, state, zip } = profile
  await connection.query(
    `update users
        set name = $2, phone = $3, dob = $4, gender = $5, employment_status = $6, country = $7, street = $8, city = $9,
            state = $10, zip = $11, profile_version = profile_version + 1
      where id = $1`,
    [id, name, phone, dob, gender, employmentStatus, country, street, city, state, zip],
  )
}

/** The part of a profile that customers edit themselves. */
export function contactOf({ address, phone, country, city, state, zip }: ContactForm) {
  return { phone, country, street: address, city, state, zip } satisfies Partial<Profile>
}

/** The profile in an administrator's correction form. */
export function profileOf(form: CorrectionForm): Profile {
  const { name, dob, gender, employment_status: employmentStatus } = form
  return { name, dob, gender, employmentStatus, ...contactOf(form) }
}

/** A changed field: its label in mails, its name in the audit log, and both values. */
export type ProfileChange = {
  readonly label: string
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** The differences between the stored and the new details, in the order of the form. */
export function changesOf(stored: Profile, next: Partial<Profile>): ProfileChange[] {
  return details.flatMap(({ field, label, name }) => {
    const [before, after] = [stored[field], next[field]]
    return after === undefined || after === before ? [] : { label, name, before, after }
  })
}

/** The changes as details of an audit event: the fields, and the old and new value of each. */
export function auditedChanges(changes: readonly ProfileChange[]): Record<string, string | null> {
  const values = changes.flatMap(({ name, before, after }) => [
    [`${name}Before`, before],
    [`${name}After`, after],
  ])
  return { fields: changes.map(({ label }) => label).join(', '), ...Object.fromEntries(values) }
}

const details = [
  { field: 'name', label: 'name', name: 'name' },
  { field: 'dob', label: 'date of birth', name: 'dateOfBirth' },
  { field: 'gender', label: 'gender', name: 'gender' },
  { field: 'employmentStatus', label: 'employment status', name: 'employmentStatus' },
  { field: 'phone', label: 'phone number', name: 'phone' },
  { field: 'country', label: 'country', name: 'country' },
  { field: 'street', label: 'address', name: 'address' },
  { field: 'city', label: 'city', name: 'city' },
  { field: 'state', label: 'state', name: 'state' },
  { field: 'zip', label: 'zip code', name: 'zipCode' },
] as const satisfies readonly { field: keyof Profile; label: string; name: string }[]
