import { recordAudit } from '../audit/audit-chain.ts'
import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { type DerivedKeys, deriveKeys } from './derive-keys.ts'

/** The derived keys of a bank whose database knows them. */
export type Keys = DerivedKeys & {
  /** The first SECRET_KEY of this database: what a row without an identifier depends on. */
  readonly firstId: string
}

/**
 * Derives the keys and compares SECRET_KEY with the one the database was made with. The first start records it; a start
 * with another one records that, when the recorded one is SECRET_KEY_PREVIOUS. Throws one line when SECRET_KEY is wrong.
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
    // Another process may be faster: then its row is looked at in the next round.
    await recordSecretKey(db, { number: (last?.number ?? 0) + 1, keys, now })
  }
}

const wrongKey =
  'SECRET_KEY is not the one this database was made with: set the old one as SECRET_KEY_PREVIOUS, or put it back.'

/** With two keys, nobody could say which of them the rows from before depend on. */
async function requireOneKey(db: Database, { previousId }: DerivedKeys): Promise<void> {
  if (previousId === undefined) return
  const { rowCount } = await db.query('select from users limit 1')
  if (rowCount === 0) return
  throw new Error(
    'SECRET_KEY_PREVIOUS is set, but this database has not recorded its key yet: start once with the present SECRET_KEY alone.',
  )
}

/**
 * Records a SECRET_KEY although the one in use is not known any more. What depends on that one is lost; the audit log says
 * that it was given up.
 */
export async function recordInPlaceOfLost(db: Database, keys: DerivedKeys, now: Date): Promise<void> {
  const last = (await readSecretKeys(db)).at(-1)
  if (last?.keyId === keys.id) return
  await recordSecretKey(db, { number: (last?.number ?? 0) + 1, keys, lost: last?.keyId, now })
}

/** The identifier of the SECRET_KEY in use; undefined before the first start. */
export async function readCurrentKeyId(db: Connection): Promise<string | undefined> {
  return (await readSecretKeys(db)).at(-1)?.keyId
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
