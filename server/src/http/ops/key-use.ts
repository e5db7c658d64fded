import { pendingPasswordHashes } from '../../gateway/registrations/pending-registration.ts'
import type { DerivedKeys } from '../../keys/derive-keys.ts'
import { readFirstKeyId } from '../../keys/secret-key.ts'
import type { Connection } from '../../postgres/database.ts'

/** How many of the same secrets depend on which SECRET_KEY. */
export type KeyUse = {
  /** The name of the secrets. */
  readonly what: string
  readonly current: number
  readonly previous: number
  /** Under a key that the bank does not have: nothing can be verified with these rows. */
  readonly other: number
}

/** SQL for the key of a stored password (`password-hasher.ts`), which names the database's first one `1`. */
const keyOfHash = (column: string) => `nullif(substring(${column} from '[$]pepper=([0-9a-f]+)[$]'), '1')`

/** The keys of the secrets of each name; null is the database's first one. */
const secrets: Readonly<Record<string, string>> = {
  passwords: `
    select ${keyOfHash('password_hash')} as key_id
      from (select password_hash from users union all ${pendingPasswordHashes}) stored`,
  PINs: 'select key_id from pins',
  passcode: `select ${keyOfHash('value')} as key_id from settings where key = 'passcode'`,
  authenticators: 'select key_id from authenticators',
  'unused recovery codes': 'select key_id from recovery_codes where used_at is null',
}

/** Counts the rows that depend on a SECRET_KEY, by key. Reads each of the tables once. */
export async function countKeyUse(
  db: Connection,
  { id, previousId }: Pick<DerivedKeys, 'id' | 'previousId'>,
): Promise<KeyUse[]> {
  const firstId = await readFirstKeyId(db)
  const uses: KeyUse[] = []
  for (const [what, keys] of Object.entries(secrets)) {
    const { rows } = await db.query<Omit<KeyUse, 'what' | 'other'> & { count: number }>(
      `select count(*) filter (where used.id = $2)::integer as current,
              count(*) filter (where used.id = $3)::integer as previous, count(*)::integer as count
         from (select coalesce(key_id, $1) as id from (${keys}) kept) used`,
      [firstId, id, previousId],
    )
    const { current, previous, count } = rows[0]!
    uses.push({ what, current, previous, other: count - current - previous })
  }
  return uses
}
