import { readConfig } from '@bank/server/config/config'
import { reachDatabase } from '@bank/server/embedded/reach-database'
import { countKeyUse, type KeyUse } from '@bank/server/http/ops/key-use'
import { type DerivedKeys, deriveKeys } from '@bank/server/keys/derive-keys'
import { readCurrentKeyId, replaceLostKey } from '@bank/server/keys/secret-key'
import { type Database, openDatabase } from '@bank/server/postgres/database'
import { errorCodeOf } from '@bank/server/postgres/transient-error'
import { reasonOf } from '@bank/server/reason-of'

const usage = `npm run keys
npm run keys -- give-up-lost-key

The first counts the rows that depend on SECRET_KEY and on SECRET_KEY_PREVIOUS, in the bank of DATABASE_URL or DATA_DIR, also
while it runs. The second makes SECRET_KEY the key of a database whose own key is lost: the bank can start again, but all
existing passwords, PINs and authenticators become unusable.`

/** Runs the command of these words on the bank that `env` names. Returns what to print; throws an error for the operator. */
export async function runKeysCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const command = words.join(' ')
  if (command !== '' && command !== 'give-up-lost-key') throw new Error(usage)
  const config = readConfig(env)
  const keys = deriveKeys(config.secretKey, config.secretKeyPrevious)
  const { programAddress, stop } = await reachDatabase(config, { join: true })
  try {
    const db = await openDatabase(programAddress)
    try {
      if (command !== '') return await giveUpLostKey(db, keys)
      const uses = await countKeyUse(db, keys)
      return [...tableOf(uses), '', verdictOf(keys, await readCurrentKeyId(db), uses)].join('\n')
    } finally {
      await db.end()
    }
  } finally {
    await stop()
  }
}

/** The line for the operator who sees this error. */
export function messageOf(error: unknown): string {
  if (errorCodeOf(error) === '42P01') {
    return 'The database has not recorded a key yet: npm start opens the bank and records its key.'
  }
  return reasonOf(error)
}

async function giveUpLostKey(db: Database, keys: DerivedKeys): Promise<string> {
  const recorded = await readCurrentKeyId(db)
  if (recorded === undefined || recorded === keys.id || recorded === keys.previousId) {
    throw new Error('The key of this database is not lost: it is set.')
  }
  await replaceLostKey(db, keys, new Date())
  return 'SECRET_KEY is the key of this database now. Everything that depends on the lost key is unusable.'
}

function tableOf(uses: readonly KeyUse[]): string[] {
  const rows = [
    ['', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'another key'],
    ...uses.map(({ what, ...counts }) => [
      what,
      ...[counts.current, counts.previous, counts.other].map((count) => count.toLocaleString('en-US')),
    ]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]! + 2)))
      .join('')
      .trimEnd(),
  )
}

function verdictOf(
  { id, previousId }: DerivedKeys,
  recorded: string | undefined,
  uses: readonly KeyUse[],
): string {
  if (recorded !== undefined && recorded !== id && recorded !== previousId) {
    return 'Neither key is the one that this database was last started with: the bank does not start with them.'
  }
  if (previousId === undefined) return 'SECRET_KEY_PREVIOUS is not set: no key is being replaced.'
  const left = uses.reduce((sum, { previous }) => sum + previous, 0)
  if (left === 0) return 'No row depends on SECRET_KEY_PREVIOUS any more: it can be dropped.'
  const rows = left === 1 ? '1 row still depends' : `${left.toLocaleString('en-US')} rows still depend`
  return `${rows} on SECRET_KEY_PREVIOUS. docs/keys.md describes what dropping it means.`
}
