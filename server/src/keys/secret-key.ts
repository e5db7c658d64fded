import { recordAudit } from '../audit/audit-chain.ts'
import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { type DerivedKeys, deriveKeys } from './derive-keys.ts'

/** The derived keys of a bank whose database has recorded them. */
export type Keys = DerivedKeys & {
  /** The id of the database's first SECRET_KEY, on which rows without a key id depend. */
  readonly firstId: string
}

/**
 * Derives the keys and compares SECRET_KEY with the one that the database has recorded. The first start records it. A start
 * with a new one records it when SECRET_KEY_PREVIOUS is the one recorded before. Throws a one-line error when SECRET_KEY is
 * wrong.
 */
export async function openKeys(
  db: Database,
  { secretKey, secretKeyPrevious }: Pick<Config, 'secretKey' | 'secretKeyPrevious'>,
  now: Date,
): Promise<Keys> {
  const keys = deriveKeys(secretKey, secretKeyPrevious)
  for (;;) {
    const recorded = await readSecretKeys(db)
    const last = recorded.at(-1)
    if (last === undefined) await requireOneKey(db, keys)
    else if (last.keyId === keys.id) return { ...keys, firstId: recorded[0]!.keyId }
    else if (last.keyId !== keys.previousId) throw new Error(wrongKey)
    // Another process may have recorded a key first: the next round reads its row.
    await recordSecretKey(db, { number: (last?.number ?? 0) + 1, keys, now })
  }
}

const wrongKey =
  'SECRET_KEY is not the one this database was made with: set the old one as SECRET_KEY_PREVIOUS, or put it back.'

/** With two keys it would be unknown which of them the existing rows depend on. */
async function requireOneKey(db: Database, { previousId }: DerivedKeys): Promise<void> {
  if (previousId === undefined) return
  const { rowCount } = await db.query('select from users limit 1')
  if (rowCount === 0) return
  throw new Error(
    'SECRET_KEY_PREVIOUS is set, but this database has not recorded its key yet: start once with the current SECRET_KEY alone.',
  )
}

/**
 * Records a new SECRET_KEY although the recorded one is lost. Everything that depends on the lost key is unusable; the audit
 * log records that the key was given up.
 */
export async function replaceLostKey(db: Database, keys: DerivedKeys, now: Date): Promise<void> {
  const last = (await readSecretKeys(db)).at(-1)
  if (last?.keyId === keys.id) return
  await recordSecretKey(db, { number: (last?.number ?? 0) + 1, keys, lost: last?.keyId, now })
}

/** The id of the SECRET_KEY in use; undefined before the first start. */
export async function readCurrentKeyId(db: Connection): Promise<string | undefined> {
  return (await readSecretKeys(db)).at(-1)?.keyId
}

/** The id of the database's first SECRET_KEY; undefined before the first start. */
export async function readFirstKeyId(db: Connection): Promise<string | undefined> {
  return (await readSecretKeys(db))[0]?.keyId
}

async function readSecretKeys(db: Connection): Promise<{ number: number; keyId: string }[]> {
  const { rows } = await db.query<{ number: number; keyId: string }>(
    'select number, key_id as "keyId" from secret_keys order by number',
  )
  return rows
}

async function recordSecretKey(
  db: Database,
  { number, keys, lost, now }: { number: number; keys: DerivedKeys; lost?: string | undefined; now: Date },
): Promise<void> {
  await inTransaction(db, async (connection) => {
    const { rowCount } = await connection.query(
      'insert into secret_keys (number, key_id, recorded_at) values ($1, $2, $3) on conflict do nothing',
      [number, keys.id, now],
    )
    if (rowCount === 0 || number === 1) return
    const details = { from: lost ?? keys.previousId ?? null, to: keys.id }
    const action = lost === undefined ? 'secret_key_replaced' : 'secret_key_given_up'
    await recordAudit(connection, { actorId: null, action, target: null, details, now })
  })
}
