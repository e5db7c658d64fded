import type { ContactForm, CorrectionForm } from '@bank/contract/profile/form'
import type { PoolClient } from 'pg'
import type { Profile, Role } from './user.ts'

/** A user's details as they stand under a lock. */
export type StoredProfile = Profile & {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Goes up with every change of the details. */
  readonly version: number
}

/** Reads a user's details and keeps others from changing them until the transaction ends; undefined without such a user. */
export async function lockProfile(connection: PoolClient, id: string): Promise<StoredProfile | undefined> {
  const { rows } = await connection.query<StoredProfile>(
    `select id, email, role, profile_version as version, name, phone, dob, gender,
            employment_status as "employmentStatus", country, street, city, state, zip
       from users
      where id = $1
        for no key update`,
    [id],
  )
  return rows[0]
}

/** Replaces a user's details and counts the change. Lock the profile first. */
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

/** The part of a profile that a customer's own form holds. */
export function contactOf({ address, phone, country, city, state, zip }: ContactForm) {
  return { phone, country, street: address, city, state, zip } satisfies Partial<Profile>
}

/** The profile that an administrator's form holds. */
export function profileOf(form: CorrectionForm): Profile {
  const { name, dob, gender, employment_status: employmentStatus } = form
  return { name, dob, gender, employmentStatus, ...contactOf(form) }
}

/** One changed detail: its words for people, its name in the audit log, and both values. */
export type ProfileChange = {
  readonly words: string
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** What differs between the stored details and the wanted ones, in the order of the form. */
export function changesOf(stored: Profile, wanted: Partial<Profile>): ProfileChange[] {
  return details.flatMap(({ field, words, name }) => {
    const [before, after] = [stored[field], wanted[field]]
    return after === undefined || after === before ? [] : { words, name, before, after }
  })
}

/** The changed details as the audit log keeps them: which, and the old and new value of each. */
export function auditedChanges(changes: readonly ProfileChange[]): Record<string, string | null> {
  const values = changes.flatMap(({ name, before, after }) => [
    [`${name}Before`, before],
    [`${name}After`, after],
  ])
  return { fields: changes.map(({ words }) => words).join(', '), ...Object.fromEntries(values) }
}

const details = [
  { field: 'name', words: 'name', name: 'name' },
  { field: 'dob', words: 'date of birth', name: 'dateOfBirth' },
  { field: 'gender', words: 'gender', name: 'gender' },
  { field: 'employmentStatus', words: 'employment status', name: 'employmentStatus' },
  { field: 'phone', words: 'telephone', name: 'telephone' },
  { field: 'country', words: 'country', name: 'country' },
  { field: 'street', words: 'address', name: 'address' },
  { field: 'city', words: 'city', name: 'city' },
  { field: 'state', words: 'state', name: 'state' },
  { field: 'zip', words: 'zip code', name: 'zipCode' },
] as const satisfies readonly { field: keyof Profile; words: string; name: string }[]
